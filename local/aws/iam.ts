import type { IncomingMessage } from 'node:http';
import { type Clock, isoTime } from '../../shared/platform/clock.ts';
import type { Listener } from '../http/server.ts';
import { escapeXml } from '../s3/failure.ts';
import type { Resolver } from '../template/resolver.ts';
import { callerOf, readBody } from './json-endpoint.ts';
import { type KeyHolder, type KeyRing, OPERATOR } from './key-ring.ts';
import type { IsAllowed } from './permissions.ts';

/** Of one user. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const KEYS_AT_MOST = 2;
const BODY_LIMIT_BYTES = 64 * 1024;
const NAMESPACE = 'https://iam.amazonaws.com/doc/2010-05-08/';

export interface User {
  name: string;
  arn: string;
}

export interface Iam {
  users: readonly User[];
  keys: KeyRing;
  isAllowed: IsAllowed;
  clock: Clock;
}

interface UserKey {
  holder: KeyHolder;
  createdAt: number;
}

/** An answer of IAM other than success. */
class IamError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The users that the template declares. */
export function templateUsers(resolver: Resolver): User[] {
  return resolver
    .resources('AWS::IAM::User')
    .map((user) => ({ name: resolver.reference(user), arn: resolver.attribute(user, 'Arn') }));
}

/** IAM's query protocol, as far as the access keys of users go. A key counts from its creation to its deletion. */
export function iamEndpoint(iam: Iam): Listener {
  const keysOfUsers = new Map<User, UserKey[]>(iam.users.map((user) => [user, []]));
  return async (request, response) => {
    const send = (status: number, xml: string) => {
      response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
    };
    const fields = new URLSearchParams((await readBody(request, BODY_LIMIT_BYTES)).toString());
    try {
      const { user, action } = authorized(iam, request, fields);
      const keys = keysOfUsers.get(user) ?? [];
      const result = perform(action, { user, keys, fields, iam });
      keysOfUsers.set(user, result.keys);
      const xml = `<${action}Result>${result.xml}</${action}Result>`;
      send(200, `<${action}Response xmlns="${NAMESPACE}">${xml}</${action}Response>`);
    } catch (error) {
      if (!(error instanceof IamError)) throw error;
      const { status, code, message } = error;
      const xml = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
      send(status, `<ErrorResponse xmlns="${NAMESPACE}">${xml}</ErrorResponse>`);
    }
  };
}

/** Who may do nothing to a user does not learn whether there is one. */
function authorized({ users, keys, isAllowed }: Iam, request: IncomingMessage, fields: URLSearchParams) {
  const caller = callerOf(request, keys);
  if (caller === undefined) {
    throw new IamError(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
  }
  const action = fields.get('Action') ?? '';
  const name = fields.get('UserName') ?? '';
  const user = users.find((candidate) => candidate.name === name);
  if (caller.owner !== OPERATOR && !isAllowed(caller.owner, `iam:${action}`, user?.arn ?? '')) {
    const what = `perform: iam:${action} on resource: user ${name}`;
    throw new IamError(403, 'AccessDenied', `User: ${caller.owner} is not authorized to ${what}`);
  }
  if (user === undefined) throw noSuchEntity(`The user with name ${name} cannot be found.`);
  return { user, action };
}

interface Request {
  user: User;
  keys: UserKey[];
  fields: URLSearchParams;
  iam: Iam;
}

/** What the action answers, and the keys that the user has after it. */
function perform(action: string, { user, keys, fields, iam }: Request): { xml: string; keys: UserKey[] } {
  switch (action) {
    case 'ListAccessKeys': {
      const members = keys.map((key) => `<member>${described(user, key)}</member>`).join('');
      const xml = `<AccessKeyMetadata>${members}</AccessKeyMetadata><IsTruncated>false</IsTruncated>`;
      return { xml, keys };
    }
    case 'CreateAccessKey': {
      if (keys.length >= KEYS_AT_MOST) {
        const message = `Cannot exceed quota for AccessKeysPerUser: ${KEYS_AT_MOST}`;
        throw new IamError(409, 'LimitExceeded', message);
      }
      const key = { holder: iam.keys.issue(user.arn), createdAt: iam.clock.now() };
      const secret = `<SecretAccessKey>${escapeXml(key.holder.secretAccessKey)}</SecretAccessKey>`;
      return { xml: `<AccessKey>${described(user, key)}${secret}</AccessKey>`, keys: [...keys, key] };
    }
    case 'DeleteAccessKey': {
      const accessKeyId = fields.get('AccessKeyId') ?? '';
      const rest = keys.filter(({ holder }) => holder.accessKeyId !== accessKeyId);
      if (rest.length === keys.length) {
        throw noSuchEntity(`The Access Key with id ${accessKeyId} cannot be found.`);
      }
      iam.keys.withdraw(accessKeyId);
      return { xml: '', keys: rest };
    }
    default:
      throw new IamError(400, 'InvalidAction', `The local cloud does not know the action ${action} of IAM.`);
  }
}

function described({ name }: User, { holder, createdAt }: UserKey): string {
  const id = `<UserName>${escapeXml(name)}</UserName><AccessKeyId>${holder.accessKeyId}</AccessKeyId>`;
  return `${id}<Status>Active</Status><CreateDate>${isoTime(createdAt)}</CreateDate>`;
}

function noSuchEntity(message: string): IamError {
  return new IamError(404, 'NoSuchEntity', message);
}
