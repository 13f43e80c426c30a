/**
 * Preloaded into a local cloud, this breaks the isolation of organizations on purpose: its queues drop the
 * organization from the group of every message, so that all of them share the few groups that each should have.
 * A measure of isolation that does not fail then measures nothing.
 */
interface Message {
  messageGroupId?: string;
}
interface QueueModule {
  SqsQueue: { prototype: { enqueue(message: Message): void } };
}

const path = new URL('sqs/sqsStore.js', import.meta.resolve('fauxqs')).href;
const { prototype } = ((await import(path)) as QueueModule).SqsQueue;
const { enqueue } = prototype;
prototype.enqueue = function (message) {
  const group = message.messageGroupId?.split('#').at(-1);
  enqueue.call(this, { ...message, ...(group !== undefined && { messageGroupId: group }) });
};
