import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsIn } from './axe.ts';

/**
 * Expects that axe reports nothing about the state that a page shows, on a phone and on a desktop, light and dark.
 * Frames are left out: the page in a frame is a state of its own.
 * @param part the selector of the part in which the state differs from one that was checked as a whole
 * @param frame a frame of another site in the page, which is checked in its place
 */
export async function expectAccessible(
  page: Page,
  state: string,
  part?: string,
  frame?: Frame,
): Promise<void> {
  expect(await violationsIn(page, part, frame), state).toEqual({});
}
