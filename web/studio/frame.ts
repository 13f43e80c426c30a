import type { ComponentChildren } from 'preact';

/** The parts of a screen that the app adds to what a screen shows itself. */
export interface Frame {
  eyebrow?: ComponentChildren;
  alert?: string | undefined;
  footer?: ComponentChildren;
}
