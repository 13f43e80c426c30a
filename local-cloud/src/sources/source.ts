/** A running event source mapping. */
export interface Source {
  /** Stops the source; resolves when its last invocation has been answered. */
  stop(): Promise<void>;
}
