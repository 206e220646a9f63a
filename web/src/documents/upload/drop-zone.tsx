import { Button, FileButton, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Formats that the service reads. It decides by content. */
export const ACCEPTED =
  '.pdf,.docx,.xlsx,.pptx,.odt,.eml,.html,.htm,.csv,.md,.txt,.xml,.zip,.png,.jpg,.jpeg,.tif,.tiff';

/** Takes files that are dropped anywhere on the screen. Answers whether some hang over it. */
export function useDrop(enabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [enabled, onFiles]);
  return isOver;
}

interface DropZoneProps {
  isOver: boolean;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen. */
export function DropZone({ isOver, onFiles }: DropZoneProps) {
  // Else the same file could not be chosen again after it was removed.
  const reset = useRef<() => void>(null);
  return (
    <div className="drop-zone" {...(isOver && { 'data-over': '' })}>
      <Text>{isOver ? 'Let go to add the files' : 'Drop files here, or choose them'}</Text>
      <FileButton
        multiple
        accept={ACCEPTED}
        resetRef={reset}
        onChange={(files) => {
          onFiles(files);
          reset.current?.();
        }}
      >
        {(button) => (
          <Button variant="default" {...button}>
            Choose files
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        PDF, Word, Excel, PowerPoint, OpenDocument, S1000D, e-mail, HTML, CSV, text, and images of pages
      </Text>
    </div>
  );
}
