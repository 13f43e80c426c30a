/** Input of a worker at its start. */
export interface WorkerSetup {
  entryFileUrl: string;
  functionName: string;
  functionArn: string;
  memoryMB: number;
}

/** One invocation; events and results cross as JSON text, as they do in the real service. */
export interface WorkerRequest {
  invocationId: string;
  event: string;
  /** Milliseconds since the epoch of the time-out. */
  deadline: number;
}

export interface WorkerAnswer {
  invocationId: string;
  /** The result, or the error in Lambda's shape, as JSON. */
  payload: string;
  failed: boolean;
}
