/** An event source mapping at work. */
export interface Source {
  /** Takes nothing more; resolves when the last invocation it made has been answered. */
  stop(): Promise<void>;
}
