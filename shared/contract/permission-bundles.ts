import type { Permission } from './permissions.ts';

/** Reads a page of a list. */
export const READ_LIST = ['table:query', 'table:get-many'] as const satisfies readonly Permission[];
/** Reads items and changes them. */
export const CHANGE = ['table:get', 'table:put', 'table:update'] as const satisfies readonly Permission[];
/** Changes items and deletes some, with an entry in the audit trail. */
export const RECORDED_CHANGE = [...CHANGE, 'table:delete', 'trail:append'] as const;
/** Changes the items of a collection and deletes some. */
export const CHANGE_COLLECTION = [...CHANGE, 'table:query', 'table:delete'] as const;
export const SHOW_PHOTOS = [
  'table:get',
  'table:query',
  'photo-links',
] as const satisfies readonly Permission[];
export const CHANGE_PHOTO = [...CHANGE, 'photo-links'] as const;
/** Finds and deletes the files of members. */
export const REMOVE_FILES = [
  'incoming:list',
  'incoming:delete',
  'uploads:list',
  'uploads:delete',
  'photos:list',
  'photos:delete',
] as const satisfies readonly Permission[];
