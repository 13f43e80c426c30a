export { type LocalCloud, type LocalCloudOptions, type OperatorAccess, startLocalCloud } from './cloud.ts';
export type { Level } from './log.ts';
