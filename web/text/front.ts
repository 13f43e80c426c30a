import type { Texts } from './language.tsx';

const en = {
  nav: { api: 'API', signIn: 'Sign in' },
  title: 'Headshots · Studio headshots for everyone',
  hero: {
    title: 'Studio headshots for everyone. No studio.',
    lead: 'Your people send in a few photos from their phones. They get a gallery of headshots that look like them, and like one team.',
    owners: 'Sign in',
    partners: 'Read the API reference',
    invited: 'Invited? Just open the link in your mail.',
  },
  members: {
    label: 'For members',
    title: 'From a few photos to your headshot',
    lead: 'There is no account to make, no app to install and no password to remember.',
    steps: [
      { title: 'Open your invite', text: 'The link in your mail is all you need. Use it on your phone.' },
      {
        title: 'Add a few photos',
        text: 'Four are enough. We tell you at once if one of them does not work.',
      },
      {
        title: 'Do something else',
        text: 'You can close the page while we work. We mail you when your headshots are ready.',
      },
      {
        title: 'Choose your favorite',
        text: 'Like, compare, crop and download. Put away what you do not like.',
      },
    ],
    promises: [
      {
        title: 'Your consent comes first',
        text: 'You read who uses your photos, and for what, before you send in any.',
      },
      {
        title: 'Your photos do not stay',
        text: 'They are deleted 30 days after your headshots are ready, or when your organization says.',
      },
      {
        title: 'Erase everything yourself',
        text: 'One button erases your photos, your headshots, your name and your address.',
      },
    ],
  },
  owners: {
    label: 'For owners',
    title: 'Invite your team, and watch it happen',
    lead: 'You see who has started, whose headshots are being made and what everyone has chosen.',
    points: [
      {
        title: 'Invite',
        text: 'Send invites by mail, sorted by team. Unused ones can be sent again or revoked.',
      },
      {
        title: 'Watch',
        text: 'Every person has a state that you understand at a glance, and a favorite headshot.',
      },
      {
        title: 'Pay per credit',
        text: 'A credit makes the headshots of one person. If none can be made, you get it back.',
      },
    ],
    action: 'Sign in as an owner',
    people: [
      { name: 'Anna Berger', state: 'Favorite chosen' },
      { name: 'Karim Haddad', state: 'Headshots ready' },
      { name: 'Mei Tanaka', state: 'In the making' },
      { name: 'Jonas Lind', state: 'Invited' },
    ],
    board: 'Your team',
    credits: '46 credits left',
  },
  partners: {
    label: 'For partners',
    title: 'Headshots inside your own product',
    lead: 'One call gives you a link, one element shows the studio, and signed webhooks tell you how it goes.',
    points: [
      'The studio in your colors, with your logo and your font',
      'No cookies of ours, and frames only on the sites that you allow',
      'Signed webhooks, in order, retried until they arrive',
      'Test keys and test models that cost no credit',
    ],
    server: 'On your server',
    page: 'On your page',
    action: 'Read the API reference',
  },
  end: { title: 'Ready when you are', lead: 'Sign in to invite your team, or try the API with a test key.' },
};

const de: typeof en = {
  nav: { api: 'API', signIn: 'Anmelden' },
  title: 'Headshots · Studioporträts für alle',
  hero: {
    title: 'Studioporträts für alle. Ohne Studio.',
    lead: 'Deine Leute schicken ein paar Fotos vom Handy. Zurück kommt eine Galerie von Porträts, auf denen sie aussehen wie sie selbst – und wie ein Team.',
    owners: 'Anmelden',
    partners: 'API-Referenz lesen',
    invited: 'Eingeladen? Öffne einfach den Link in deiner E-Mail.',
  },
  members: {
    label: 'Für Eingeladene',
    title: 'Von ein paar Fotos zu deinem Porträt',
    lead: 'Du brauchst kein Konto, keine App und kein Passwort.',
    steps: [
      { title: 'Öffne deine Einladung', text: 'Der Link in deiner E-Mail genügt. Auch auf dem Handy.' },
      {
        title: 'Füge ein paar Fotos hinzu',
        text: 'Vier reichen. Wenn eines nicht passt, sagen wir es dir sofort.',
      },
      {
        title: 'Mach etwas anderes',
        text: 'Du kannst die Seite schließen, während wir arbeiten. Wenn deine Porträts fertig sind, schreiben wir dir.',
      },
      {
        title: 'Wähle dein Lieblingsbild',
        text: 'Vergleichen, zuschneiden, herunterladen. Was dir nicht gefällt, legst du weg.',
      },
    ],
    promises: [
      {
        title: 'Zuerst deine Einwilligung',
        text: 'Du liest, wer deine Fotos wofür verwendet, bevor du eines schickst.',
      },
      {
        title: 'Deine Fotos bleiben nicht',
        text: 'Sie werden 30 Tage nach den fertigen Porträts gelöscht, oder wann deine Organisation es festlegt.',
      },
      {
        title: 'Alles selbst löschen',
        text: 'Ein Knopf löscht deine Fotos, deine Porträts, deinen Namen und deine Adresse.',
      },
    ],
  },
  owners: {
    label: 'Für Organisationen',
    title: 'Lade dein Team ein und sieh zu',
    lead: 'Du siehst, wer angefangen hat, wessen Porträts entstehen und was sich alle ausgesucht haben.',
    points: [
      {
        title: 'Einladen',
        text: 'Verschicke Einladungen per E-Mail, nach Teams sortiert. Ungenutzte schickst du noch einmal oder ziehst sie zurück.',
      },
      {
        title: 'Zusehen',
        text: 'Zu jeder Person siehst du auf einen Blick, wie weit sie ist und welches Porträt ihr am besten gefällt.',
      },
      {
        title: 'Zahlen pro Credit',
        text: 'Ein Credit reicht für die Porträts einer Person. Wenn keine entstehen, bekommst du ihn zurück.',
      },
    ],
    action: 'Bei deiner Organisation anmelden',
    people: [
      { name: 'Anna Berger', state: 'Favorit gewählt' },
      { name: 'Karim Haddad', state: 'Porträts fertig' },
      { name: 'Mei Tanaka', state: 'In Arbeit' },
      { name: 'Jonas Lind', state: 'Eingeladen' },
    ],
    board: 'Dein Team',
    credits: 'Noch 46 Credits',
  },
  partners: {
    label: 'Für Partner',
    title: 'Porträts in deinem eigenen Produkt',
    lead: 'Ein Aufruf gibt dir einen Link, ein Element zeigt das Studio, und signierte Webhooks sagen dir, wie es läuft.',
    points: [
      'Das Studio in deinen Farben, mit deinem Logo und deiner Schrift',
      'Keine Cookies von uns, und Rahmen nur auf Seiten, die du erlaubst',
      'Signierte Webhooks, der Reihe nach, wiederholt, bis sie ankommen',
      'Testschlüssel und Testmodelle, die keinen Credit kosten',
    ],
    server: 'Auf deinem Server',
    page: 'Auf deiner Seite',
    action: 'API-Referenz lesen',
  },
  end: {
    title: 'Es kann losgehen',
    lead: 'Melde dich an und lade dein Team ein, oder probiere die API mit einem Testschlüssel aus.',
  },
};

export const front: Texts<typeof en> = { en, de };
