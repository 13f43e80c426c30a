import type { updateSettings } from '../../../shared/contract/admin/organization.ts';
import type { Loaded } from '../../design/use-loaded.ts';
import type { Answer, Api } from '../../service/api.ts';
import { useDesk, useLoaded } from '../desk.ts';
import { overwrittenFields } from './changes.ts';

export type OrganizationSettings = Answer<'GET /api/admin/organization'>['settings'];
type Look = OrganizationSettings['branding'];

/** A change of settings. A field that is absent stays as it is, also a field of the look. */
export type SettingsChange = (typeof updateSettings)['body']['_zod']['input'];

/** Settings and fields of the look by their names. */
export type SettingsField = Exclude<keyof OrganizationSettings, 'branding'> | keyof Look;

/** Settings, or some of them, as they were read. */
export type ReadSettings = Partial<Omit<OrganizationSettings, 'branding'>> & { branding?: Partial<Look> };

export function useSettings(): Loaded<OrganizationSettings> {
  const { api } = useDesk();
  return useLoaded(() => readSettings(api), [api]);
}

async function readSettings(api: Api): Promise<OrganizationSettings> {
  return (await api.call('GET /api/admin/organization')).settings;
}

/**
 * Saves the fields that a user has changed, and no others.
 * @param before the values from which the change was made
 * @param ask called with the fields that another user has changed meanwhile; resolves to true to overwrite them
 * @returns all settings as they are now, or undefined when nothing was saved
 * @throws ApiError.
 */
export async function saveSettings(
  api: Api,
  change: SettingsChange,
  before: ReadSettings,
  ask: (fields: SettingsField[]) => Promise<boolean>,
): Promise<OrganizationSettings | undefined> {
  const current = await readSettings(api);
  const overwritten = overwrittenFields(flat(change), flat(before), flat(current));
  if (overwritten.length > 0 && !(await ask(overwritten))) return undefined;
  return (await api.call('PUT /api/admin/organization', { body: change })).settings;
}

/** The fields of the look beside the others. */
function flat({
  branding,
  ...others
}: SettingsChange | ReadSettings): Partial<Record<SettingsField, unknown>> {
  return { ...others, ...branding };
}
