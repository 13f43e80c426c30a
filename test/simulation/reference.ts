import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { UsageCounter } from '../../shared/domain/usage/monthly-usage.ts';

/**
 * A reference implementation of the rules of an organization, as plain as possible: arrays, without storage
 * and without concurrency. The simulation compares the service with it after every operation.
 */
const DAY = 24 * 60 * 60 * 1000;
const INVITE_LIFETIME = 30 * DAY;
/** Tries to sign up with another address within a day. */

interface Team {
  id: string;
  name: string;
}
interface Invite {
  id: string;
  email: string;
  status: 'pending' | 'used' | 'revoked' | 'expired';
  createdAt: number;
  teamId: string | undefined;
  memberId: string | undefined;
  /** The member whom the invite allows another model. */
  renews: string | undefined;
  /** True once its member has used a later invite. */
  ended: boolean;
}
interface Member {
  id: string;
  email: string;
  teamId: string | undefined;
  modelId: string | undefined;
  anonymous: boolean;
  hadModel: boolean;
  /** True when a model that took a credit was deleted since the last invite was used. */
  usedUp: boolean;
}
interface Model {
  id: string;
  memberId: string;
  status: ModelStatus;
  teamId: string | undefined;
  isDevelopment: boolean;
  tries: number;
  creditTaken: boolean;
  /** The team from which the last credit was taken. */
  chargedTeamId?: string | undefined;
}

/** 'ok', or the code of the expected error. */
export type Outcome = string;

/** The statuses whose models count towards the invite cap. */
const COUNTED: readonly ModelStatus[] = ['onboarding', 'waiting', 'pending', 'generatingHeadshots'];

export class Reference {
  now = 0;
  credits: number;
  teams: Team[] = [];
  /** Newest first, as every list is. */
  invites: Invite[] = [];
  members: Member[] = [];
  models: Model[] = [];
  /** The times of the invite mails to each address. */
  mails = new Map<string, number[]>();

  /** The usage of months and teams, by `month team counter`. */
  usage = new Map<string, number>();

  /** Adds to the usage of a model's team, unless the model is for development. */
  count(model: Model, counter: UsageCounter, amount = 1): void {
    if (!model.isDevelopment) this.countFor(model.teamId, counter, amount);
  }

  countFor(teamId: string | undefined, counter: UsageCounter, amount: number): void {
    const name = `${new Date(this.now).toISOString().slice(0, 7)} ${teamId ?? ''} ${counter}`;
    const sum = (this.usage.get(name) ?? 0) + amount;
    if (sum === 0) this.usage.delete(name);
    else this.usage.set(name, sum);
  }

  charge(model: Model): void {
    if (model.isDevelopment) return;
    this.credits -= 1;
    model.creditTaken = true;
    model.chargedTeamId = model.teamId;
    this.count(model, 'credits');
  }

  finish(model: Model, photoCount: number): void {
    model.status = 'active';
    this.count(model, 'modelsFinished');
    this.count(model, 'headshots', photoCount);
  }

  constructor(credits: number) {
    this.credits = credits;
  }

  createTeam(name: string): Outcome {
    return this.teams.some((team) => same(team.name, name)) ? 'ALREADY_EXISTS' : 'ok';
  }

  renameTeam(team: Team | undefined, name: string): Outcome {
    if (!team) return 'NOT_FOUND';
    if (this.teams.some((other) => other !== team && same(other.name, name))) return 'ALREADY_EXISTS';
    team.name = name;
    return 'ok';
  }

  deleteTeam(team: Team | undefined): Outcome {
    if (!team) return 'NOT_FOUND';
    this.teams = this.teams.filter((other) => other !== team);
    return 'ok';
  }

  addToTeam(team: Team | undefined, emails: readonly string[]): Outcome {
    if (!team) return 'NOT_FOUND';
    const members = emails.map((email) => this.members.find((member) => member.email === email));
    if (members.some((member) => !member)) return 'INVALID_REQUEST';
    for (const member of members) {
      if (!member) continue;
      member.teamId = team.id;
      const model = this.models.find(({ id }) => id === member.modelId);
      if (model) model.teamId = team.id;
    }
    return 'ok';
  }

  invite(email: string, team: Team | 'unknown' | undefined): Outcome {
    if (team === 'unknown') return 'NOT_FOUND';
    if (this.members.some((member) => member.email === email) && !this.renewable(email)) {
      return 'ALREADY_EXISTS';
    }
    if (this.invites.some((invite) => invite.email === email && this.valid(invite))) return 'ALREADY_EXISTS';
    if (this.pendingInvites() >= this.credits * 2) return 'INVITE_LIMIT_EXCEEDED';
    return this.mail(email);
  }

  /** Several invites at once: all of those that are possible, or none when they exceed the cap. */
  bulk(emails: readonly string[]): { invited: string[]; outcomes: Outcome[]; full: boolean } {
    const outcomes = emails.map((email): Outcome => {
      const member = this.members.some((each) => each.email === email) && !this.renewable(email);
      const invited = this.invites.some((invite) => invite.email === email && this.valid(invite));
      if (member || invited) return 'ALREADY_EXISTS';
      return this.recentMails(email).length === 3 ? 'RATE_LIMIT_EXCEEDED' : 'ok';
    });
    const invited = emails.filter((_, position) => outcomes[position] === 'ok');
    const full = invited.length > 0 && this.pendingInvites() + invited.length > this.credits * 2;
    if (!full) for (const email of invited) this.mail(email);
    return { invited, outcomes, full };
  }

  /** The use of an invite for another model of its member. */
  renew(invite: Invite): void {
    const member = this.members.find(({ id }) => id === invite.renews);
    if (!member) return;
    for (const former of this.invites) {
      if (former !== invite && former.memberId === member.id) former.ended = true;
    }
    member.usedUp = false;
    member.hadModel = false;
    if (invite.teamId !== undefined) member.teamId = invite.teamId;
  }

  resend(email: string): Outcome {
    const invite = this.invites.find((each) => each.email === email);
    if (!invite) return 'NOT_FOUND';
    if (invite.status === 'used') return 'INVALID_REQUEST';
    return this.valid(invite) ? this.mail(email) : 'ALREADY_DELETED';
  }

  /** The member with this address who may get another model by a new invite. */
  renewable(email: string): Member | undefined {
    return this.members.find(
      (member) => member.email === email && member.usedUp && member.modelId === undefined,
    );
  }

  recentMails(email: string): number[] {
    return (this.mails.get(email) ?? []).filter((time) => time > this.now - DAY);
  }

  /** Counts a mail to an address: three within any 24 hours. */
  mail(email: string): Outcome {
    const recent = this.recentMails(email);
    if (recent.length === 3) return 'RATE_LIMIT_EXCEEDED';
    this.mails.set(email, [...recent, this.now]);
    return 'ok';
  }

  revoke(email: string): Outcome {
    const invite = this.invites.find((each) => each.email === email);
    if (!invite) return 'NOT_FOUND';
    if (invite.status === 'used') return 'INVALID_REQUEST';
    if (!this.valid(invite)) return 'ALREADY_DELETED';
    invite.status = 'revoked';
    return 'ok';
  }

  /** Uses an invite. */
  signUp(invite: Invite): Outcome {
    if (this.now - invite.createdAt >= INVITE_LIFETIME) return 'UNAUTHORIZED';
    if (invite.status !== 'pending') return 'UNAUTHORIZED';
    return invite.renews === undefined ? 'ok' : 'renewed';
  }

  createWhiteLabel(email: string, isDevelopment: boolean, team: Team | 'unknown' | undefined): Outcome {
    if (team === 'unknown') return 'NOT_FOUND';
    if (this.taken(email)) return 'INVALID_REQUEST';
    return this.credits < 1 && !isDevelopment ? 'INSUFFICIENT_CREDITS' : 'ok';
  }

  finishOnboarding(model: Model): Outcome {
    if (model.status === 'deleted') return 'NOT_FOUND';
    if (model.status !== 'onboarding') return 'ok';
    if (!model.isDevelopment && this.credits < 1) return 'INSUFFICIENT_CREDITS';
    this.charge(model);
    model.status = 'waiting';
    model.tries = 1;
    return 'ok';
  }

  fail(model: Model): void {
    model.status = 'failed';
    if (model.tries <= 5) return;
    this.count(model, 'modelsFailed');
    if (!model.creditTaken) return;
    this.credits += 1;
    model.creditTaken = false;
    this.countFor(model.chargedTeamId, 'credits', -1);
  }

  deleteModel(model: Model | undefined): Outcome {
    if (!model) return 'NOT_FOUND';
    if (model.status === 'deleted') return 'ALREADY_DELETED';
    model.status = 'deleted';
    const member = this.members.find(({ id }) => id === model.memberId);
    if (member?.anonymous) this.members = this.members.filter((other) => other !== member);
    else if (member) {
      member.modelId = undefined;
      member.hadModel = true;
      if (model.creditTaken) member.usedUp = true;
    }
    return 'ok';
  }

  valid(invite: Invite): boolean {
    return invite.status === 'pending' && this.now - invite.createdAt < INVITE_LIFETIME;
  }

  pendingInvites(): number {
    const invites = this.invites.filter((invite) => this.valid(invite)).length;
    return invites + this.models.filter(({ status }) => COUNTED.includes(status)).length;
  }

  taken(email: string): boolean {
    return (
      this.members.some((member) => member.email === email) ||
      this.invites.some((invite) => invite.email === email && this.valid(invite))
    );
  }

  teamOf(teamId: string | undefined): Team | undefined {
    return this.teams.find(({ id }) => id === teamId);
  }

  memberStatus(member: Member): 'accepted' | 'pending' | 'finished' {
    const model = this.models.find(({ id }) => id === member.modelId);
    if (!model) return 'accepted';
    return model.status === 'active' ? 'finished' : 'pending';
  }

  inviteStatus(invite: Invite): string {
    if (invite.status !== 'used') return this.valid(invite) ? 'pending' : 'revoked';
    if (invite.ended) return 'deleted';
    const member = this.members.find(({ id }) => id === invite.memberId);
    const model = this.models.find(({ id }) => id === member?.modelId);
    if (!model) return member?.hadModel === false ? 'accepted' : 'deleted';
    if (model.status === 'onboarding') return 'uploading';
    return model.status === 'active' ? 'completed' : 'generating';
  }
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
