import { IAMClient } from '@aws-sdk/client-iam';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AccessControl } from '@headshots/local-cloud/aws/authorization/access-control.ts';
import { Authorizer } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { readGrants } from '@headshots/local-cloud/aws/authorization/grants.ts';
import {
  iamAccesses,
  secretsManagerAccesses,
} from '@headshots/local-cloud/aws/authorization/service-access.ts';
import { iamEndpoint, templateUsers } from '@headshots/local-cloud/aws/iam.ts';
import { answerJsonProtocol } from '@headshots/local-cloud/aws/json-endpoint.ts';
import { type KeyHolder, KeyRing, OPERATOR } from '@headshots/local-cloud/aws/key-ring.ts';
import { secretsManagerOperations } from '@headshots/local-cloud/aws/secrets.ts';
import { OriginServer } from '@headshots/local-cloud/http/server.ts';
import { createLog } from '@headshots/local-cloud/log.ts';
import { loadAssembly } from '@headshots/local-cloud/template/assembly.ts';
import { Resolver } from '@headshots/local-cloud/template/resolver.ts';
import { temporaryDirectory, writeAssembly } from '@headshots/local-cloud/testing/assembly.ts';
import { LINK_LIFETIME } from '../../../shared/links/links.ts';
import { Secret } from '../../../shared/links/secret.ts';
import { SignerUser } from '../../../shared/links/signer-user.ts';
import { SigningKeySecret } from '../../../shared/links/signing-key.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';

const REGION = 'us-east-1';
const BEGINNING = Date.parse('2026-01-01T00:00:00.000Z');

/** A clock that stands still until it is advanced. */
export class ManualClock implements Clock {
  #now = BEGINNING;

  now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** A key ring that knows the age of its keys. */
export class DatedKeyRing extends KeyRing {
  readonly #clock: Clock;
  readonly #issuedAt = new Map<string, number>();

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  override issue(owner: string, kind?: 'AKIA' | 'ASIA'): KeyHolder {
    const holder = super.issue(owner, kind);
    this.#issuedAt.set(holder.accessKeyId, this.#clock.now());
    return holder;
  }

  ageOf(accessKeyId: string): number {
    return this.#clock.now() - (this.#issuedAt.get(accessKeyId) ?? 0);
  }
}

export interface KeyServices {
  keys: DatedKeyRing;
  authorizer: Authorizer;
  user: SignerUser;
  secret: SigningKeySecret;
  /**
   * The environment of a function whose role may read the secret: the endpoint, and the keys of a session.
   */
  functionEnvironment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the IAM and Secrets Manager of the local cloud, with a user that may read photos, a secret, and a
 * role that may read the secret.
 * @param whenDone registers the clean-up; without it, the calling test does
 */
export async function startKeyServices(
  clock: Clock,
  whenDone?: (clean: () => void) => void,
): Promise<KeyServices> {
  const readPhotos = {
    Effect: 'Allow',
    Action: 's3:GetObject',
    Resource: 'arn:aws:s3:::images/photos/*',
    Condition: {
      StringEquals: { 's3:authType': 'REST-QUERY-STRING' },
      NumericLessThanEquals: { 's3:signatureAge': String(LINK_LIFETIME) },
    },
  };
  const readSecret = {
    Effect: 'Allow',
    Action: 'secretsmanager:GetSecretValue',
    Resource: { Ref: 'Secret' },
  };
  const Resources = {
    Signer: { Type: 'AWS::IAM::User' },
    Policy: {
      Type: 'AWS::IAM::Policy',
      Properties: { Users: [{ Ref: 'Signer' }], PolicyDocument: { Statement: [readPhotos] } },
    },
    Secret: { Type: 'AWS::SecretsManager::Secret', Properties: {} },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [{ PolicyDocument: { Statement: [readSecret] } }] },
    },
  };
  const keys = new DatedKeyRing(clock);
  const resolver = new Resolver(
    loadAssembly(writeAssembly(temporaryDirectory(whenDone), { app: { Resources } })),
    { region: REGION, accountId: '000000000000', baseUrl: '', queuesUrl: '', keys, parameters: {} },
  );
  const log = createLog('silent');
  const authorizer = new Authorizer(readGrants(resolver), log);
  const accessControl = new AccessControl({ keys, region: REGION, clock: systemClock }, authorizer);
  const secretsManagerService = {
    name: 'secretsmanager',
    operations: secretsManagerOperations(resolver),
    accessesOf: secretsManagerAccesses(resolver),
  };
  const origin = await OriginServer.listen(0, log);
  origin.serve(
    {
      '/iam': iamEndpoint({
        users: templateUsers(resolver),
        keys,
        accessControl,
        accessesOf: iamAccesses(resolver.deployment),
        clock,
      }),
      '/secretsmanager': (request, response) =>
        answerJsonProtocol(request, response, secretsManagerService, accessControl),
    },
    (_, response) => void response.writeHead(404).end(),
  );
  const client = (service: string) => ({
    region: REGION,
    endpoint: `${origin.url}/${service}`,
    credentials: keys.keyOf(OPERATOR, 'AKIA'),
  });
  const session = keys.keyOf('arn:aws:iam::000000000000:role/app-Role', 'ASIA');
  const iam = new IAMClient(client('iam'));
  const secretsManager = new SecretsManagerClient(client('secretsmanager'));
  return {
    keys,
    authorizer,
    user: new SignerUser(iam, 'app-Signer'),
    secret: new SigningKeySecret(new Secret(secretsManager, 'app-Secret')),
    functionEnvironment: {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: session.accessKeyId,
      AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
      AWS_SESSION_TOKEN: session.sessionToken ?? '',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `${origin.url}/secretsmanager`,
      LINK_SIGNER_SECRET: 'app-Secret',
      IMAGES_BUCKET: 'images',
    },
    stop: async () => {
      iam.destroy();
      secretsManager.destroy();
      await origin.close();
    },
  };
}
