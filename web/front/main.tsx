import { hydrate } from 'preact';
import { Page } from './page.tsx';

const page = document.getElementById('page');
if (page) hydrate(<Page />, page);
