/** The two calls of the service's API that embedding needs. */

export interface WhiteLabelModel {
  modelId: string;
  status: string;
  /** A credential of one person: give it to that person's page only. */
  signedUrl: string;
}

const MODEL = '/api/v2/organization/whitelabel/model';

export class Headshots {
  readonly #service: string;
  readonly #apiKey: string;

  constructor(service: string, apiKey: string) {
    this.#service = service;
    this.#apiKey = apiKey;
  }

  /** A model for a person. Development models cost nothing: leave out `isDevelopment` in production. */
  createModel(email: string): Promise<WhiteLabelModel> {
    return this.#call('POST', `${MODEL}/create`, { email, isDevelopment: true });
  }

  /** The same model with a new signedUrl. */
  getModel(modelId: string): Promise<WhiteLabelModel> {
    return this.#call('GET', `${MODEL}/get/${modelId}`);
  }

  async #call(method: string, path: string, body?: object): Promise<WhiteLabelModel> {
    const response = await fetch(this.#service + path, {
      method,
      headers: { Authorization: `Bearer ${this.#apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as WhiteLabelModel & { error?: string };
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${answer.error}`);
    return answer;
  }
}
