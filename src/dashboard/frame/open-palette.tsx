/** Opens the command palette, by its button or its key from everywhere. Its code is fetched when it is first wanted. */

import { type ComponentType, useCallback, useEffect, useState } from 'react';

interface PaletteProps {
  readonly onClose: () => void;
}

/** Of Apple's machines, whose command key the others lack. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function OpenPalette() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setOpen(true);
    setFailed(false);
    import('../palette/command-palette.tsx').then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
  return (
    <>
      <button
        type="button"
        className="open-palette"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        {isFailed ? 'Not loaded' : 'Go to'} <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette !== null && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
