// Keys that work anywhere on the page, unless somebody is typing.
import { desk } from './desk.svelte';
import { step, walk } from './walk';

export function keys(event: KeyboardEvent): void {
  if (event.defaultPrevented || !desk.look || desk.locked) return;
  if (event.key === 'Escape') {
    leave();
    return;
  }
  if (isTyping(event.target)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    void (event.shiftKey ? desk.redo() : desk.undo());
  } else if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (desk.isDialog) {
    if (event.key !== '?') return;
    desk.drawer = desk.drawer === 'help' ? null : 'help';
  } else if (!pressed(event)) {
    return;
  }
  event.preventDefault();
}

function pressed(event: KeyboardEvent): boolean {
  const isArrow = event.key.startsWith('Arrow');
  if (isArrow && ownsArrows(event.target)) return false;
  if (isArrow && event.shiftKey) return step(event.key);
  switch (event.key) {
    case 'ArrowLeft':
      return walk(-1);
    case 'ArrowRight':
      return walk(1);
    case 'b':
    case 'B':
      desk.board = !desk.board;
      return true;
    case 'z':
      void desk.undo();
      return true;
    case 'Z':
      void desk.redo();
      return true;
    case 'c':
    case 'C':
      if (desk.look?.node) void desk.keep({ levels: desk.look.node.levels });
      return true;
    case 'r':
    case 'R':
      desk.board = false;
      desk.drawer = 'release';
      return true;
    case '?':
      desk.board = false;
      desk.drawer = 'help';
      return true;
    default:
      return false;
  }
}

/** One thing at a time: what lies on top goes first. */
function leave(): void {
  if (desk.drawer !== null) desk.drawer = null;
  else if (desk.board) desk.board = false;
  else if (desk.peeked) desk.peek(null);
  else desk.toast = null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Sliders and lists need the arrow keys for themselves. */
function ownsArrows(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'range') || target.closest('[data-arrows]') !== null)
  );
}
