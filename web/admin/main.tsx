import { render } from 'preact';
import { LanguageProvider } from '../text/language.tsx';
import { App } from './app.tsx';

render(
  <LanguageProvider>
    <App />
  </LanguageProvider>,
  document.body,
);
