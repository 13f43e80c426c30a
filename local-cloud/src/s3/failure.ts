import type { ServerResponse } from 'node:http';

/** An error answer of S3: HTTP status, S3's own code and message, and further XML elements. */
export class S3Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly elements: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    elements: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.elements = elements;
  }
}

export function accessDenied(
  message = 'Access Denied',
  elements: Readonly<Record<string, string>> = {},
): S3Failure {
  return new S3Failure(403, 'AccessDenied', message, elements);
}

/** The error for features of S3 that the local cloud does not implement, so that code cannot rely on them unnoticed. */
export function notImplemented(what: string): S3Failure {
  return new S3Failure(501, 'NotImplemented', `The local cloud does not implement ${what}.`);
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends the failure as the XML document that S3 clients parse; HEAD gets the status alone. */
export function sendFailure(
  response: ServerResponse,
  failure: S3Failure,
  resource: string,
  method: string,
): void {
  const elements = { Code: failure.code, Message: failure.message, ...failure.elements, Resource: resource };
  const xml = Object.entries(elements).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  response.writeHead(failure.status, { 'Content-Type': 'application/xml' });
  response.end(
    method === 'HEAD' ? undefined : `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${xml.join('')}</Error>`,
  );
}
