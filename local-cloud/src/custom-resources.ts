import { randomUUID } from 'node:crypto';
import { readBody } from './aws/json-endpoint.ts';
import type { Listener } from './http/server.ts';
import type { Invoke } from './lambda/function-pool.ts';
import { placeOf, type Resource, TemplateError } from './template/assembly.ts';
import type { Resolver } from './template/resolver.ts';

/** The answer of a custom resource's function to CloudFormation. */
interface Answer {
  Status: 'SUCCESS' | 'FAILED';
  Reason?: string;
}

const ANSWER_LIMIT_BYTES = 4096;

/** The custom resources of the templates. They are created each time the local cloud starts, as at a deployment. */
export class CustomResources {
  readonly #resolver: Resolver;
  readonly #invoke: Invoke;
  readonly #answersUrl: string;
  readonly #answers = new Map<string, Answer | undefined>();

  /** @param answersUrl where `listener` is reached */
  constructor(resolver: Resolver, invoke: Invoke, answersUrl: string) {
    this.#resolver = resolver;
    this.#invoke = invoke;
    this.#answersUrl = answersUrl;
  }

  /** Takes the functions' answers. */
  readonly listener: Listener = async (request, response) => {
    const requestId = request.url?.split('/').at(-1) ?? '';
    const body = await readBody(request, ANSWER_LIMIT_BYTES);
    const expected = request.method === 'PUT' && this.#answers.has(requestId);
    if (expected) this.#answers.set(requestId, JSON.parse(body.toString()) as Answer);
    response.writeHead(expected ? 200 : 403).end();
  };

  /** Creates all of them. @throws TemplateError when a function fails, or does not answer */
  async create(): Promise<void> {
    const resources = this.#resolver.resources('AWS::CloudFormation::CustomResource');
    await Promise.all(resources.map((resource) => this.#create(resource)));
  }

  async #create(resource: Resource): Promise<void> {
    const requestId = randomUUID();
    const property = (name: string) => this.#resolver.property(resource, name);
    this.#answers.set(requestId, undefined);
    await this.#invoke(String(property('ServiceToken')), {
      RequestType: 'Create',
      RequestId: requestId,
      ResponseURL: `${this.#answersUrl}/${requestId}`,
      StackId: resource.stack.name,
      ResourceType: resource.type,
      LogicalResourceId: resource.logicalId,
      ResourceProperties: Object.fromEntries(
        Object.keys(resource.properties).map((name) => [name, property(name)]),
      ),
    });
    const answer = this.#answers.get(requestId);
    this.#answers.delete(requestId);
    if (answer?.Status === 'SUCCESS') return;
    throw new TemplateError(placeOf(resource), answer?.Reason ?? 'its function has not answered');
  }
}
