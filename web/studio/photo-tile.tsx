import { Icon, IconButton } from '../design/icon.tsx';
import { useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';
import { type ReasonCode, reasons } from '../text/reasons.ts';
import { useSentences } from '../text/use-sentences.ts';
import type { Photo, Trouble } from './uploads.ts';

export interface PhotoHandlers {
  retry(photo: Photo): void;
  remove(photo: Photo): void;
  replace(photo: Photo): void;
}

interface PhotoProps extends PhotoHandlers {
  photo: Photo;
  /** The place among all photos, from 1. */
  number: number;
}

/** Refused and broken photos are listed separately, with their reasons. */
export const isTrouble = ({ state }: Photo) => state === 'refused' || state === 'broken';

/** The tile of one photo: its preview, its progress, and the result of its check. */
export function PhotoTile({ photo, number, retry, remove }: PhotoProps) {
  const text = useText(photosText).tile;
  const name = photo.file?.name ?? text.earlier(number);
  const { state } = photo;
  return (
    <li class={`photo ${state}`}>
      <Preview photo={photo} />
      {state === 'accepted' ? (
        <span class="caption">
          <Icon name="check" />
          <span class="unseen">{text.good(name)}</span>
        </span>
      ) : state === 'sending' ? (
        <progress max={1} value={photo.sent} aria-label={text.sent(name)} />
      ) : state === 'refused' || state === 'broken' ? null : (
        <span class="caption">{text[state]}</span>
      )}
      <span class="buttons">
        {state === 'interrupted' && (
          <IconButton name="retry" label={text.retry(name)} onClick={() => retry(photo)} />
        )}
        {/* An upload cannot be removed while it is checked. */}
        {state !== 'checking' && (
          <IconButton name="close" label={text.remove(name)} onClick={() => remove(photo)} />
        )}
      </span>
    </li>
  );
}

/** The row of a photo that cannot be used: why, and what to do. */
export function TroubleRow({ photo, number, retry, remove, replace }: PhotoProps) {
  const text = useText(photosText).tile;
  const name = photo.file?.name ?? text.earlier(number);
  const { title, advice } = useExplanation(photo.trouble);
  return (
    <li class="trouble">
      <Preview photo={photo} />
      <div class="caption">
        <small>{name}</small>
        <b>{title}</b>
        <span>{advice}</span>
      </div>
      <div class="buttons">
        {photo.state === 'broken' && photo.trouble?.name === 'failed' ? (
          <IconButton name="retry" label={text.retry(name)} onClick={() => retry(photo)} />
        ) : (
          <IconButton name="swap" label={text.replace(name)} onClick={() => replace(photo)} />
        )}
        <IconButton name="close" label={text.remove(name)} onClick={() => remove(photo)} />
      </div>
    </li>
  );
}

function Preview({ photo: { preview } }: { photo: Photo }) {
  return (
    <span class="preview">
      {preview === undefined ? (
        <Icon name="person" />
      ) : (
        <img class="covers" src={preview} alt="" decoding="async" />
      )}
    </span>
  );
}

function useExplanation(trouble: Trouble | undefined): { title: string; advice: string } {
  const texts = useText(reasons);
  const { unsent } = useText(photosText);
  const sentenceOf = useSentences();
  switch (trouble?.name) {
    case 'unsent':
      return unsent;
    case 'refused':
      return isKnown(texts, trouble.code)
        ? texts[trouble.code]
        : { title: trouble.reason ?? texts['check-failed'].title, advice: '' };
    default:
      return { title: trouble ? sentenceOf(trouble.error) : '', advice: '' };
  }
}

/** The service may have got more codes since the page was loaded. */
function isKnown(texts: object, code: string | undefined): code is ReasonCode {
  return code !== undefined && Object.hasOwn(texts, code);
}
