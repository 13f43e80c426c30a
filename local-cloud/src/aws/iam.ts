import { type Clock, isoTime } from '../clock.ts';
import { AwsError } from '../engines/aws-json.ts';
import type { Listener } from '../http/server.ts';
import { escapeXml } from '../s3/failure.ts';
import type { Resolver } from '../template/resolver.ts';
import type { AccessControl } from './authorization/access-control.ts';
import type { AccessesOf } from './authorization/authorizer.ts';
import { readBody, signedRequest } from './json-endpoint.ts';
import type { KeyHolder, KeyRing } from './key-ring.ts';

/** Access keys of one user: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
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
  accessControl: AccessControl;
  accessesOf: AccessesOf;
  clock: Clock;
}

interface UserKey {
  holder: KeyHolder;
  createdAt: number;
}

const COMMON_ERRORS: Readonly<Record<string, string>> = {
  AccessDeniedException: 'AccessDenied',
  UnrecognizedClientException: 'InvalidClientTokenId',
  InvalidSignatureException: 'SignatureDoesNotMatch',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
};

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

/** IAM's query protocol for the access keys of users. A key is valid from its creation to its deletion. */
export function iamEndpoint(iam: Iam): Listener {
  const keysOfUsers = new Map<User, UserKey[]>(iam.users.map((user) => [user, []]));
  return async (request, response) => {
    const send = (status: number, xml: string) => {
      response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
    };
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const fields = new URLSearchParams(body.toString());
    const [action, name] = [fields.get('Action') ?? '', fields.get('UserName') ?? ''];
    try {
      // Checked before the user is looked up: a caller without the right must not learn whether the user exists.
      iam.accessControl.admit('iam', signedRequest(request, body), () =>
        iam.accessesOf(action, { UserName: name }),
      );
      const user = iam.users.find((candidate) => candidate.name === name);
      if (user === undefined) throw noSuchEntity(`The user with name ${name} cannot be found.`);
      const keys = keysOfUsers.get(user) ?? [];
      const result = perform(action, { user, keys, fields, iam });
      keysOfUsers.set(user, result.keys);
      const xml = `<${action}Result>${result.xml}</${action}Result>`;
      send(200, `<${action}Response xmlns="${NAMESPACE}">${xml}</${action}Response>`);
    } catch (error) {
      const { status, code, message } = asIamError(error);
      const xml = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
      send(status, `<ErrorResponse xmlns="${NAMESPACE}">${xml}</ErrorResponse>`);
    }
  };
}

/** IAM names the common errors differently from the other services. */
function asIamError(error: unknown): IamError {
  if (error instanceof IamError) return error;
  if (!(error instanceof AwsError)) throw error;
  const code = COMMON_ERRORS[error.name] ?? error.name;
  return new IamError(403, code, error.message);
}

interface Request {
  user: User;
  keys: UserKey[];
  fields: URLSearchParams;
  iam: Iam;
}

/** The answer of the action, and the keys that the user has after it. */
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
