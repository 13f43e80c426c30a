/** What a worker thread is given when it starts. */
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
  /** Milliseconds since the epoch at which the time-out strikes. */
  deadline: number;
}

export interface WorkerAnswer {
  invocationId: string;
  /** The result, or the error in Lambda's shape, as JSON. */
  payload: string;
  failed: boolean;
}
