import { useState } from 'preact/hooks';
import { Button, Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import type { Loaded } from '../../design/use-loaded.ts';
import { THUMBNAIL } from '../../service/photos.ts';
import { adminPerson } from '../../text/admin-person.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import { LargeFavorite } from '../gallery/large-favorite.tsx';
import { Show } from '../parts.tsx';
import { nameOf, type Person } from './state.ts';
import type { Headshots as Shown } from './use-headshots.ts';

interface HeadshotsProps {
  person: Person;
  headshots: Loaded<Shown>;
  reload(): Promise<void>;
}

/** All headshots of a person, of which one can be chosen. */
export function Headshots({ person, headshots, reload }: HeadshotsProps) {
  const text = useText(adminPerson);
  return (
    <section class="card" aria-labelledby="headshots-title">
      <h2 id="headshots-title">{text.photos}</h2>
      <Show loaded={headshots}>
        {({ photos, chosen, isRefused }) =>
          photos.length === 0 ? (
            <p class="empty">{isRefused ? text.photosRefused : text.photosPending}</p>
          ) : (
            <Grid
              person={person}
              photos={photos}
              chosen={chosen}
              reload={async () => {
                await Promise.all([headshots.reload(), reload()]);
              }}
            />
          )
        }
      </Show>
    </section>
  );
}

interface GridProps extends Pick<Shown, 'photos' | 'chosen'> {
  person: Person;
  reload(): Promise<void>;
}

function Grid({ person, photos, chosen, reload }: GridProps) {
  const { api, can } = useDesk();
  const text = useText(adminPerson);
  const [open, setOpen] = useState<number>();
  const { isBusy, act } = useAct();
  const { name, email } = nameOf(person);
  const modelId = person.model?.id ?? '';
  const { id = '', teamId, teamName } = person.member ?? {};
  const member = { id, email, name, teamId: teamId ?? '', teamName: teamName ?? '' };
  const choose = (photoId: string) =>
    act(async () => {
      const request = { path: { modelId }, body: { photoId } };
      await api.call('PUT /api/v2/organization/models/{modelId}/photos/favorite', request);
      setOpen(undefined);
      say(text.nowChosen(name));
      await reload();
    });
  return (
    <>
      <p class="hint">
        {text.count(photos.length)}
        {can('manager') && `. ${text.openToChoose}`}
      </p>
      <ul class="headshots">
        {photos.map(({ id, urls }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={id === chosen?.id ? text.openChosen(index + 1) : text.open(index + 1)}
              onClick={() => setOpen(index)}
            >
              <img src={urls.thumbnail} alt="" loading="lazy" {...THUMBNAIL} />
              {id === chosen?.id && (
                <span class="badge">
                  <Icon name="star" />
                  {text.chosen}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <LargeFavorite
          favorites={{
            at: (position) => {
              const photo = photos[position];
              return photo && { ...photo, modelId, member };
            },
            need: () => undefined,
            renew: () => undefined,
          }}
          start={open}
          count={photos.length}
          close={() => setOpen(undefined)}
          action={({ id }) =>
            can('manager') &&
            id !== chosen?.id && (
              <>
                {person.invite && <span class="hint">{text.chooseHint}</span>}
                <Button
                  class="primary"
                  icon="star"
                  label={text.choose}
                  disabled={isBusy}
                  onClick={() => choose(id)}
                />
              </>
            )
          }
        />
      )}
    </>
  );
}
