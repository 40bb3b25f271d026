import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { takeKey } from './lib/api';
import { desk } from './lib/desk.svelte';
import { startTheme } from './lib/theme';

// Before anything else: the key must not stay in the address bar.
const key = takeKey();
startTheme();
desk.open(key !== null);
// A new address from the terminal, pasted over the old one, does not load the page again by itself.
addEventListener('hashchange', () => {
  if (takeKey() !== null) location.reload();
});
mount(App, { target: document.getElementById('app')! });
