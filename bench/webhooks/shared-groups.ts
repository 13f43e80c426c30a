import { fauxqsParts } from '@headshots/local-cloud/engines/packages.ts';

/**
 * Preloaded into a local cloud. Breaks the isolation of organizations on purpose: the queues remove the
 * organization from every message group, so that all organizations share one set of groups. The bench uses
 * this to check that it detects missing isolation.
 */
const { prototype } = (await fauxqsParts()).SqsQueue;
const { enqueue } = prototype;
prototype.enqueue = function (message) {
  const group = message.messageGroupId?.split('#').at(-1);
  enqueue.call(this, { ...message, ...(group !== undefined && { messageGroupId: group }) });
};
