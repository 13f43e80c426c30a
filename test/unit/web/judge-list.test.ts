import { describe, expect, it } from 'vitest';
import { personName } from '../../../shared/contract/fields.ts';
import { teamBody } from '../../../shared/contract/team-request.ts';
import { addressesOf, judgeList, listToSend, newTeams } from '../../../web/admin/invites/judge-list.ts';
import { parseList } from '../../../web/admin/invites/parse-list.ts';
import { failedLinesCsv } from '../../../web/admin/invites/result-csv.ts';

const TEAMS = [{ id: 'team_1', name: 'Sales' }];
const rows = (text: string) => parseList(text).rows;
const faults = (text: string, states: Parameters<typeof judgeList>[2] = new Map()) =>
  judgeList(rows(text), TEAMS, states).map(({ fault }) => fault);

describe('the preview of a list', () => {
  it('names the fault of each address', () => {
    const text = `email
anna@company.example
anna
anna@localhost
ann a@company.example
.anna@company.example
anna@company..example
anna@127.0.0.1
${'a'.repeat(65)}@company.example`;
    expect(faults(text)).toEqual([
      undefined,
      'form',
      'noDot',
      'localCharacters',
      'dots',
      'labels',
      'network',
      'localLength',
    ]);
    expect(faults('email,name\n,Anna')).toEqual(['noAddress']);
  });

  it('names a name with a URL, which the service refuses, after the fault of its address', () => {
    const list = `email,name
anna@company.example,Anna https://evil.example
ben@company.example,ｗww.evil.example
cleo@company.example,Cleo Booking.com
dan,Dan evil.example/win`;
    expect(faults(list)).toEqual(['urlInName', 'urlInName', undefined, 'form']);
  });

  it('names what the contract of names refuses in the names of people and teams, and creates no such team', () => {
    const person = 'P'.repeat(personName.maxLength ?? 0);
    const { name: teamName } = teamBody.shape;
    const team = 'T'.repeat(teamName.maxLength ?? 0);
    const list = `email,name,team
a@company.example,${person},${team}
b@company.example,${person}p,${team}
c@company.example,Cleo,${team}t
d@company.example,Dan,www.evil.example
e@company.example,Eve,Sales`;
    expect(faults(list)).toEqual([undefined, 'nameTooLong', 'teamTooLong', 'urlInTeam', undefined]);
    expect(newTeams(judgeList(rows(list), TEAMS, new Map()))).toEqual([team]);
  });

  it('names repeated addresses from the second one on, regardless of case and of the form of the domain', () => {
    expect(faults('anna@company.example\nANNA@ｃompany.example\nben@company.example')).toEqual([
      undefined,
      'repeated',
      undefined,
    ]);
  });

  it('names addresses that the service tells it cannot invite', () => {
    const states = new Map([
      ['anna@company.example', 'member'],
      ['ben@company.example', 'invited'],
      ['cleo@company.example', 'mailedTooOften'],
      ['dan@company.example', 'open'],
    ] as const);
    expect(
      faults('anna@company.example\nben@company.example\ncleo@company.example\ndan@company.example', states),
    ).toEqual(['member', 'invited', 'mailedTooOften', undefined]);
  });

  it('finds teams by name in any case and by id, and lists the new ones once', () => {
    const judged = judgeList(
      rows(
        'email,team\na@company.example, SALES\nb@company.example,team_1\nc@company.example,Straße\nd@company.example,STRASSE\ne@company.example,\nf,Faulty',
      ),
      TEAMS,
      new Map(),
    );
    expect(judged.map(({ teamId, fault }) => teamId ?? fault)).toEqual([
      'team_1',
      'team_1',
      undefined,
      undefined,
      undefined,
      'form',
    ]);
    expect(newTeams(judged)).toEqual(['Straße']);
  });

  it('sends no line without the team that it names', () => {
    const judged = judgeList(rows('email,team\na@company.example,Design'), TEAMS, new Map());
    expect(listToSend(judged, 0)).toMatchObject({ toSend: 0, lines: [{ outcome: 'unknownTeam' }] });
  });

  it('asks the service about each well-formed address once', () => {
    expect(addressesOf(rows('anna@company.example\nrobin\nANNA@company.example'))).toEqual([
      'anna@company.example',
    ]);
  });

  it('becomes lines, of which the faulty ones are not sent', () => {
    expect(listToSend(judgeList(rows('anna@company.example\nrobin'), TEAMS, new Map()), 7)).toEqual({
      startedAt: 7,
      toSend: 1,
      lines: [
        { line: 1, email: 'anna@company.example', name: '', team: '' },
        { line: 2, email: 'robin', name: '', team: '', outcome: 'form' },
      ],
    });
  });
});

describe('the file of lines that were not sent', () => {
  const columns = { line: 'Line', email: 'E-mail', name: 'Name', team: 'Team', reason: 'Reason' };
  const { lines } = listToSend(
    judgeList(rows('email,name\nanna@company.example\n=1+1,"Ben, ""B"""'), TEAMS, new Map()),
    0,
  );

  it('has them with their reasons, quoted, and without cells that a spreadsheet would calculate', () => {
    expect(failedLinesCsv(lines, columns, (fault) => `Fault ${fault}`, 'en')).toBe(
      '\uFEFFLine,E-mail,Name,Team,Reason\r\n3,\'=1+1,"Ben, ""B""",,Fault form\r\n',
    );
  });

  it('can be read again as a list', () => {
    const { lines: failed } = listToSend(
      judgeList(rows('a@company.example\nanna;Anna'), TEAMS, new Map()),
      0,
    );
    const [again] = rows(failedLinesCsv(failed, columns, (fault) => fault, 'en'));
    expect(again).toEqual({ line: 2, email: 'anna', name: 'Anna', team: '' });
  });
});
