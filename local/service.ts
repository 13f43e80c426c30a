import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '@headshots/local-cloud';
import { TEMPLATES } from '../scripts/build/paths.ts';

export interface LocalServiceOptions extends Omit<LocalCloudOptions, 'assembly' | 'parameters'> {
  /** Values of the templates' parameters, over their defaults. */
  parameters?: Readonly<Record<string, string>>;
}

/** The service on a local cloud. */
export interface LocalService extends LocalCloud {
  tableName: string;
  bucketName: string;
}

/** Runs the templates that `npm run build` has synthesized. */
export async function startLocalService({
  parameters,
  ...options
}: LocalServiceOptions = {}): Promise<LocalService> {
  const cloud = await startLocalCloud({
    ...options,
    assembly: TEMPLATES,
    parameters: (baseUrl) => ({ AppUrl: baseUrl, ...parameters }),
  });
  const output = (name: string) => cloud.outputs[`headshots-local-data.${name}`] ?? '';
  return { ...cloud, tableName: output('TableName'), bucketName: output('ImagesBucketName') };
}
