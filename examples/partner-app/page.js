const studio = document.querySelector('headshots-studio');
const state = document.querySelector('#state');
const events = document.querySelector('#events');

/** The server knows who is signed in, and asks the service for a signedUrl. */
async function openStudio() {
  const response = await fetch('/studio', { method: 'POST' });
  if (!response.ok) {
    state.textContent = SENTENCES.error;
    throw new Error(`The server answered ${response.status}, and prints why.`);
  }
  const { signedUrl } = await response.json();
  studio.src = signedUrl;
}

const SENTENCES = {
  ready: 'Upload a few photos of yourself.',
  submitted: 'We make your headshots. You can close this page.',
  finished: 'Your headshots are ready.',
  favorite: 'This is your new profile photo.',
  error: 'The studio cannot be shown. Try again later.',
};

for (const name of ['ready', 'uploaded', 'submitted', 'finished', 'favorite', 'expired', 'error']) {
  studio.addEventListener(name, ({ detail }) => {
    const entry = document.createElement('li');
    entry.textContent = `${name} ${JSON.stringify(detail)}`;
    events.append(entry);
    const sentence = SENTENCES[detail.photoId === null ? 'finished' : name];
    if (sentence) state.textContent = sentence;
  });
}
studio.addEventListener('expired', () => void openStudio());

await openStudio();
