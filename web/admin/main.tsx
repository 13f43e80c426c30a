import { render } from 'preact';
import { LanguageProvider } from '../text/language.tsx';
import { App } from './app.tsx';

// The page has texts for browsers in which its scripts do not run.
document.body.replaceChildren();
render(
  <LanguageProvider>
    <App />
  </LanguageProvider>,
  document.body,
);
