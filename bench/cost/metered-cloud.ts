import type { IncomingMessage } from 'node:http';
import { dirname, relative } from 'node:path';
import { AccessControl } from '@headshots/local-cloud/aws/authorization/access-control.ts';
import { type Listener, OriginServer } from '@headshots/local-cloud/http/server.ts';
import { FunctionWorker } from '@headshots/local-cloud/lambda/function-worker.ts';
import { StateMachine } from 'aws-local-stepfunctions';
import { LOCAL_BUNDLES } from '../../scripts/build/paths.ts';
import { Meter } from './meter.ts';
import { meterTable } from './metered-table.ts';

/**
 * Preloaded into a local cloud, this counts what its services are asked, and changes no answer. The process that has
 * forked the cloud sends the message `take` and is sent what was counted since it last asked.
 */
const meter = new Meter();
await meterTable(meter);
process.on('message', (message) => {
  if (message === 'take') process.send?.(meter.take());
});

const { invoke } = FunctionWorker.prototype;
FunctionWorker.prototype.invoke = async function (event) {
  const { entryFile, memoryMB } = this.definition;
  const startedAt = performance.now();
  try {
    return await invoke.call(this, event);
  } finally {
    const operation = relative(LOCAL_BUNDLES, dirname(entryFile));
    meter.addInvocation(operation, memoryMB, performance.now() - startedAt);
  }
};

const { admit } = AccessControl.prototype;
AccessControl.prototype.admit = function (service, request, accessesOf) {
  const operation = request.headers.get('x-amz-target')?.split('.').at(-1) ?? '';
  meter.addCall(service, operation, request.body);
  admit.call(this, service, request, accessesOf);
};

const { run } = StateMachine.prototype;
StateMachine.prototype.run = function (input, options) {
  const execution = run.call(this, input, options);
  void (async () => {
    for await (const { type } of execution.eventLogs)
      if (type === 'StateEntered' || type === 'StateRetried') meter.add('transitions');
  })();
  return execution;
};

const { serve } = OriginServer.prototype;
OriginServer.prototype.serve = function (prefixes, fallback) {
  const { '/_s3': objects } = prefixes;
  if (objects === undefined) throw new Error('The local cloud has no objects below /_s3.');
  const meteredObjects = metered(objects, ({ method = '', url = '', headers }, bytesOut) => {
    const length = headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? 0;
    meter.addObjectRequest(method, new URL(url.slice('/_s3'.length), 'http://s3'), Number(length), bytesOut);
  });
  const meteredRequests = metered(fallback, (_request, bytesOut) => {
    meter.add('edgeRequests');
    meter.add('edgeBytes', bytesOut);
  });
  serve.call(this, { ...prefixes, '/_s3': meteredObjects }, meteredRequests);
};

/** Bytes are those of the connection, headers included. */
function metered(listener: Listener, count: (request: IncomingMessage, bytesOut: number) => void): Listener {
  return (request, response) => {
    const before = request.socket.bytesWritten;
    response.once('finish', () => count(request, request.socket.bytesWritten - before));
    return listener(request, response);
  };
}
