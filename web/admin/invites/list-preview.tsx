import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AddressState } from '../../../shared/contract/invites.ts';
import { Button } from '../../design/icon.tsx';
import { type Answer, type Api, ApiError } from '../../service/api.ts';
import { browserConnection, waitToRetry } from '../../service/backoff.ts';
import { adminInvites } from '../../text/admin-invites.ts';
import { useText } from '../../text/language.tsx';
import { Choice } from '../choice.tsx';
import { useAct, useDesk, useLoaded } from '../desk.ts';
import { Show } from '../parts.tsx';
import { addressesOf, type JudgedRow, judgeList, newTeams, type Team } from './judge-list.ts';
import type { ListRow } from './parse-list.ts';
import { type MendLine, PreviewTable } from './preview-table.tsx';

/** Addresses that the service checks in one request. */
const CHECKED_AT_ONCE = 500;

type Limits = Answer<'POST /api/v2/organization/invites/check'>['limits'];

interface Checked {
  states: ReadonlyMap<string, AddressState>;
  /** Absent for a list without any address. */
  limits: Limits | undefined;
}

interface ListPreviewProps {
  rows: readonly ListRow[];
  /** The names of columns that are not read. */
  unused: readonly string[];
  back(): void;
  send(rows: readonly JudgedRow[]): void;
}

/** A list before it is sent, with the reason against each faulty line, which can be mended here. */
export function ListPreview({ rows: given, unused, back, send }: ListPreviewProps) {
  const { api, fail, clear } = useDesk();
  const text = useText(adminInvites).preview;
  const heading = useRef<HTMLHeadingElement>(null);
  const teams = useLoaded(() => readTeams(api), [api]);
  const checked = useLoaded(() => checkAddresses(api, addressesOf(given)), [api, given]);
  const [rows, setRows] = useState(given);
  /** The states of addresses that were mended. */
  const [mended, setMended] = useState<Checked['states']>(new Map());
  const mend: MendLine = async (position, change) => {
    clear();
    const changed = rows.map((row, index) => (index === position ? { ...row, ...change } : row));
    try {
      const { states } = await checkAddresses(api, addressesOf(changed.slice(position, position + 1)));
      setMended((former) => new Map([...former, ...states]));
      setRows(changed);
    } catch (error) {
      fail(error);
    }
  };
  useEffect(() => heading.current?.focus(), []);
  const isLoaded = teams.value !== undefined && checked.value !== undefined;
  const isLoading = !isLoaded && (teams.error ?? checked.error) === undefined;
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {text.title}
      </h2>
      {unused.length > 0 && <p class="hint">{text.unused(unused)}</p>}
      {isLoading ? (
        <p class="pause" role="status">
          {text.checking}
        </p>
      ) : (
        <Show loaded={teams}>
          {(known) => (
            <Show loaded={checked}>
              {({ states, limits }) => {
                const judge = (teams: readonly Team[]) =>
                  judgeList(rows, teams, new Map([...states, ...mended]));
                return (
                  <Judged
                    rows={judge(known)}
                    limits={limits}
                    mend={mend}
                    back={back}
                    send={async (judged) => {
                      await createTeams(api, newTeams(judged));
                      send(judge(await readTeams(api)));
                    }}
                  />
                );
              }}
            </Show>
          )}
        </Show>
      )}
      {!isLoaded && <Button class="quiet start" label={text.back} onClick={back} />}
    </>
  );
}

interface JudgedProps {
  rows: readonly JudgedRow[];
  limits: Limits | undefined;
  mend: MendLine;
  back(): void;
  send(rows: readonly JudgedRow[]): Promise<void>;
}

function Judged({ rows, limits, mend, back, send }: JudgedProps) {
  const text = useText(adminInvites).preview;
  const { isBusy, act } = useAct();
  const faulty = useMemo(() => rows.filter(({ fault }) => fault !== undefined), [rows]);
  const created = useMemo(() => newTeams(rows), [rows]);
  const ready = rows.length - faulty.length;
  const [isFiltered, setIsFiltered] = useState(faulty.length > 0);
  return (
    <>
      <p class="counts" role="status">
        <span class="status active">{text.ready(ready)}</span>
        {faulty.length > 0 && <span class="status failed">{text.faulty(faulty.length)}</span>}
      </p>
      {created.length > 0 && <p class="notice">{text.teams(created)}</p>}
      {limits && ready > limits.invitesLeft && <p class="notice">{text.room(limits.invitesLeft)}</p>}
      {limits && ready > limits.mailsLeft && limits.mailsLeft < limits.invitesLeft && (
        <p class="notice">{text.mails(limits.mailsLeft)}</p>
      )}
      {faulty.length > 0 && (
        <div class="filters">
          <Choice
            label={text.show}
            options={[
              ['problems', text.problems],
              ['all', text.all],
            ]}
            value={isFiltered ? 'problems' : 'all'}
            choose={(chosen) => setIsFiltered(chosen === 'problems')}
          />
        </div>
      )}
      <PreviewTable
        key={String(isFiltered)}
        rows={rows}
        isFiltered={isFiltered && faulty.length > 0}
        mend={mend}
      />
      {rows.some(({ name }) => name !== '') && <p class="hint">{text.names}</p>}
      <div class="beside">
        <Button
          class="primary"
          label={text.send(ready)}
          disabled={ready === 0 || isBusy}
          onClick={() => act(() => send(rows))}
        />
        <Button label={text.back} disabled={isBusy} onClick={back} />
      </div>
    </>
  );
}

async function readTeams(api: Api) {
  return (await api.call('GET /api/v2/organization/teams')).teams;
}

async function createTeams(api: Api, names: readonly string[]): Promise<void> {
  for (const name of names)
    await api
      .call('POST /api/v2/organization/teams', { body: { name }, idempotencyKey: crypto.randomUUID() })
      .catch(unlessExists);
}

/** Another user may have created the team meanwhile. */
function unlessExists(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'ALREADY_EXISTS')) throw error;
}

async function checkAddresses(api: Api, emails: readonly string[]): Promise<Checked> {
  const states = new Map<string, AddressState>();
  let limits: Limits | undefined;
  for (let first = 0; first < emails.length; first += CHECKED_AT_ONCE) {
    const answer = await checkPart(api, emails.slice(first, first + CHECKED_AT_ONCE));
    limits = answer.limits;
    for (const { email, state } of answer.results) states.set(email, state);
  }
  return { states, limits };
}

/** Checks addresses, after the break that the limit of requests may ask for. */
async function checkPart(
  api: Api,
  emails: string[],
): Promise<Answer<'POST /api/v2/organization/invites/check'>> {
  for (;;) {
    try {
      return await api.call('POST /api/v2/organization/invites/check', { body: { emails } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error;
      await waitToRetry(error.retryAfterSeconds * 1000, browserConnection);
    }
  }
}
