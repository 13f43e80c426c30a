import { Button, Icon } from '../../design/icon.tsx';
import type { Answer } from '../../service/api.ts';
import { adminModels } from '../../text/admin-models.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text/language.tsx';
import { Time } from '../parts.tsx';
import { addressOf } from '../route.ts';

export type ModelRecord = Answer<'GET /api/v2/organization/models'>['models'][number];

const COLUMNS = ['favorite', 'person', 'status', 'photos', 'created', 'actions'] as const;

/** The prefix of a white-label user's uid. Other users have no signedUrl. */
const WHITE_LABEL = 'anon_';

interface ModelTableProps {
  models: readonly ModelRecord[];
  /** The favorites of the models, by the ids of the models. */
  thumbnails: ReadonlyMap<string, string>;
  /** Opens the page of a model's person; undefined for a user who may not. */
  open: ((model: ModelRecord) => void) | undefined;
}

export function ModelTable({ models, thumbnails, open }: ModelTableProps) {
  const { columns } = useText(adminModels);
  return (
    <table class="stacked model-table">
      <thead>
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" class={`${name}-column`}>
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} thumbnail={thumbnails.get(model.id)} open={open} />
        ))}
      </tbody>
    </table>
  );
}

interface ModelRowProps {
  model: ModelRecord;
  thumbnail: string | undefined;
  open: ((model: ModelRecord) => void) | undefined;
}

function ModelRow({ model, thumbnail, open }: ModelRowProps) {
  const text = useText(adminModels);
  const { test } = useText(common);
  const { title, email, status, photoCount, createdAt, uid, hasFavorite } = model;
  const canOpen = uid.startsWith(WHITE_LABEL) && status !== 'deleted';
  return (
    <tr>
      <td class="favorite-column">
        <span class="avatar">
          {hasFavorite && thumbnail !== undefined ? (
            <img class="covers" src={thumbnail} alt={text.columns.favorite} />
          ) : (
            <Icon name="person" />
          )}
        </span>
      </td>
      <td class="person-column">
        <div class="name">
          {title ? <a href={addressOf('person', model.id)}>{title}</a> : <b>{text.deleted}</b>}
          {model.isDevelopment === true && <span class="badge">{test}</span>}
        </div>
        <div class="hint email">{email}</div>
      </td>
      <td class="status-column">
        <span class={`status ${status}`}>{text.status[status]}</span>
      </td>
      <td class="photos-column" data-label={photoCount > 0 ? text.photos(photoCount) : ''}>
        {photoCount > 0 && photoCount}
      </td>
      <td class="hint created-column">
        <Time at={createdAt} />
      </td>
      <td class="actions-column">
        {open && canOpen && (
          <Button label={text.open} aria-label={text.openPageOf(email)} onClick={() => open(model)} />
        )}
      </td>
    </tr>
  );
}
