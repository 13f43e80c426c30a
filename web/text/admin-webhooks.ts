import type { CircuitState, DeliveryError } from '../../shared/contract/webhooks.ts';
import type { Answer } from '../service/api.ts';
import type { Texts } from './language.tsx';

type Delivery = Answer<'GET /api/admin/deliveries'>['deliveries'][number];

const events: Readonly<Record<Delivery['event'], string>> = {
  'model.created': 'Model created',
  'model.status.updated': 'Status changed',
  'model.photos_ready': 'Photos ready',
  'model.favorite_selected': 'Favorite chosen',
  'model.deleted': 'Model deleted',
  'webhook.test': 'Test',
};
const statuses: Readonly<Record<Delivery['status'], string>> = {
  pending: 'Pending',
  retrying: 'Retrying',
  delivered: 'Delivered',
  parked: 'Parked',
  'given-up': 'Given up',
};
const circuit: Readonly<Record<CircuitState, string>> = {
  closed: 'Webhooks are sent.',
  open: 'Your server has failed too often. Webhooks wait until it answers 200 again.',
  'half-open': 'One webhook is being posted to see whether your server answers again.',
};

type Outcome = Pick<Answer<'POST /api/admin/webhooks/test'>, 'error' | 'detail' | 'responseStatus'>;

const en = {
  events,
  statuses,
  outcomeText: ({ detail }: Outcome) => detail,
  settings: {
    title: 'Where we send them',
    url: 'URL of your server',
    urlHint: 'A public https address. Empty: events wait.',
    enabled: 'Send webhooks. Switched off, events wait for up to 72 hours.',
    save: 'Save',
    saved: 'Saved.',
    circuit,
    parked: (count: number) =>
      count === 1 ? 'The webhooks of one model wait.' : `The webhooks of ${count} models wait.`,
    resend: 'Send them again',
    resent: 'They are being sent again, model by model. The deliveries show how it goes.',
  },
  test: {
    title: 'Test',
    lead: 'Posts one webhook with sample data at once, and shows how your server answers.',
    event: 'Event',
    action: 'Send a test',
    took: (milliseconds: number) => `${milliseconds} ms`,
    answer: 'The beginning of the answer',
  },
  secret: {
    title: 'Signing secret',
    lead: 'Your server checks with it that a webhook comes from us.',
    ends: (end: string) => `Ends with ${end}`,
    signsUntil: 'signs until',
    rotate: 'Create a new secret',
    question: 'Create a new secret?',
    consequence: 'The present one signs for 24 more hours. Store the new one on your server before that.',
    shown: 'Copy the secret now. It is not shown again.',
    theSecret: 'The new secret',
  },
  log: {
    status: 'Status',
    event: 'Event',
    all: 'All',
    empty: 'No webhooks within the last 30 days.',
    noMatch: 'No webhooks match.',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    next: 'Next attempt',
    back: 'All deliveries',
    redeliver: 'Send again',
    redelivered: 'It will be sent again in a moment.',
    body: 'Body',
    bodyExpired: 'The body is no longer kept.',
    history: 'Attempts',
    noAttempts: 'No attempt yet.',
    answer: (number: number) => `Answer to attempt ${number}`,
  },
};

const failures: Readonly<Record<DeliveryError, string>> = {
  'refused-target': 'Die URL führt zu keiner öffentlichen https-Adresse',
  dns: 'Der Name des Servers war nicht aufzulösen',
  connect: 'Die Verbindung kam nicht zustande',
  tls: 'Es kam keine vertrauenswürdige TLS-Verbindung zustande',
  timeout: 'Der Versuch war nach 10 Sekunden nicht zu Ende',
  'response-too-large': 'Die Antwort war länger als 64 KB',
  'connection-lost': 'Die Verbindung brach ohne gültige Antwort ab',
  'unexpected-status': 'Dein Server antwortete nicht mit 200',
  redirect: 'Dein Server leitete weiter; Weiterleitungen folgen wir nicht',
  'no-webhook-url': 'Es ist keine URL eingetragen',
  'switched-off': 'Die Webhooks sind ausgeschaltet',
  interrupted: 'Der Versuch brach bei uns ab; dein Server hat den Webhook vielleicht bekommen',
};

const de: typeof en = {
  outcomeText: ({ error, detail, responseStatus }) => {
    if (error === null) return 'Dein Server antwortete mit 200.';
    // The status, or the code of a connection that failed, such as ECONNREFUSED.
    const code = responseStatus ?? /\((\w+)\)/.exec(detail)?.[1];
    return `${failures[error]}${code === undefined ? '' : ` (${code})`}.`;
  },
  events: {
    'model.created': 'Modell angelegt',
    'model.status.updated': 'Status geändert',
    'model.photos_ready': 'Bilder fertig',
    'model.favorite_selected': 'Favorit gewählt',
    'model.deleted': 'Modell gelöscht',
    'webhook.test': 'Test',
  },
  statuses: {
    pending: 'Steht an',
    retrying: 'Neuer Versuch',
    delivered: 'Zugestellt',
    parked: 'Geparkt',
    'given-up': 'Aufgegeben',
  },
  settings: {
    title: 'Wohin wir sie schicken',
    url: 'URL deines Servers',
    urlHint: 'Eine öffentliche https-Adresse. Leer: Die Ereignisse warten.',
    enabled: 'Webhooks schicken. Ausgeschaltet warten die Ereignisse bis zu 72 Stunden.',
    save: 'Speichern',
    saved: 'Gespeichert.',
    circuit: {
      closed: 'Die Webhooks werden geschickt.',
      open: 'Dein Server hat zu oft versagt. Die Webhooks warten, bis er wieder mit 200 antwortet.',
      'half-open': 'Ein Webhook wird geschickt, um zu sehen, ob dein Server wieder antwortet.',
    },
    parked: (count) =>
      count === 1 ? 'Die Webhooks eines Modells warten.' : `Die Webhooks von ${count} Modellen warten.`,
    resend: 'Noch einmal schicken',
    resent: 'Sie werden noch einmal geschickt, Modell für Modell. Die Zustellungen zeigen, wie es läuft.',
  },
  test: {
    title: 'Test',
    lead: 'Schickt sofort einen Webhook mit Beispieldaten und zeigt, wie dein Server antwortet.',
    event: 'Ereignis',
    action: 'Test schicken',
    took: (milliseconds) => `${milliseconds} ms`,
    answer: 'Der Anfang der Antwort',
  },
  secret: {
    title: 'Signaturschlüssel',
    lead: 'Damit prüft dein Server, dass ein Webhook von uns kommt.',
    ends: (end) => `Endet auf ${end}`,
    signsUntil: 'signiert bis',
    rotate: 'Neuen Signaturschlüssel anlegen',
    question: 'Einen neuen Signaturschlüssel anlegen?',
    consequence: 'Der jetzige signiert noch 24 Stunden. Hinterlege den neuen vorher auf deinem Server.',
    shown: 'Kopiere den Schlüssel jetzt. Er wird nicht noch einmal gezeigt.',
    theSecret: 'Der neue Signaturschlüssel',
  },
  log: {
    status: 'Status',
    event: 'Ereignis',
    all: 'Alle',
    empty: 'Keine Webhooks in den letzten 30 Tagen.',
    noMatch: 'Keine Webhooks passen dazu.',
    attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
    next: 'Nächster Versuch',
    back: 'Alle Zustellungen',
    redeliver: 'Noch einmal schicken',
    redelivered: 'Er wird gleich noch einmal geschickt.',
    body: 'Inhalt',
    bodyExpired: 'Der Inhalt wird nicht mehr aufbewahrt.',
    history: 'Versuche',
    noAttempts: 'Noch kein Versuch.',
    answer: (number) => `Antwort auf Versuch ${number}`,
  },
};

export const adminWebhooks: Texts<typeof en> = { en, de };
