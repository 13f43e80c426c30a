import { useQuestion } from '../../design/question.tsx';
import { adminSettings } from '../../text/admin-settings.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { type ReadSettings, type SettingsChange, saveSettings } from './stored-settings.ts';

/**
 * Saves changed settings, after a question when another user has changed the same ones meanwhile.
 * @returns the dialog, to be rendered, and a function that resolves to all settings, or to undefined when nothing was saved
 */
export function useSave() {
  const { api } = useDesk();
  const { overwrite, names } = useText(adminSettings);
  const { ask, dialog } = useQuestion();
  const save = (change: SettingsChange, before: ReadSettings) =>
    saveSettings(api, change, before, (fields) =>
      ask({ ...overwrite, consequence: overwrite.consequence(fields.map((field) => names[field])) }),
    );
  return { save, dialog };
}
