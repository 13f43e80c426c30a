/**
 * A page that people open in a browser, declared once like an endpoint: its route and its Lambda derive from
 * this value, the handler lives in `functions/<operation>.ts` and the page itself in web/. A page carries no
 * data, so it permissions nothing: what it shows it asks of the API, with the credential of whoever looks at it.
 */
export interface Page {
  /** Unique, and the handler's path below functions/: `web/show-studio`. */
  operation: string;
  summary: string;
  path: string;
  /** Whose pages may show this one in a frame. */
  framedBy: 'anyone' | 'nobody';
  /** Whether this page itself shows another page of the app in a frame. */
  framesApp: boolean;
  /** Whether it posts images to the bucket, beside showing them from there. */
  uploads: boolean;
  permissions: readonly [];
}
