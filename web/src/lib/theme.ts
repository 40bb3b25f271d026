// Light or dark: as the system says, unless somebody chose.
const KEPT = 'equipoise-theme';

export function startTheme(): void {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export function switchTheme(): void {
  const next = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem(KEPT, next);
}
