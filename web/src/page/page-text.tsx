import { Stack, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { ReactNode } from 'react';
import { Notice } from '../parts/notice.js';

type Page = Schema<'PageResponse'>;
type Block = Page['blocks'][number];

interface PageTextProps {
  page: Page;
  highlight: string | undefined;
}

/** The text of the page in its order, to select from. WARNINGs, quantities and the highlight are marked. */
export function PageText({ page, highlight }: PageTextProps) {
  if (page.text.trim() === '') return <Text>This page has no text.</Text>;
  const found = rangeOf(page.text, highlight);
  return (
    <>
      {page.ocr_confidence !== null && (
        <Text size="sm" mb="xs">
          Read from a scan: compare the numbers with the image.
        </Text>
      )}
      <Stack gap="xs" className="page-text">
        {page.blocks.map((block) => (
          <BlockText key={block.start} block={block} page={page} found={found} />
        ))}
      </Stack>
    </>
  );
}

function BlockText({ block, page, found }: { block: Block; page: Page; found: readonly [number, number] | null }) {
  const { kind } = block;
  const isMarked = found !== null && block.start < found[1] && block.end > found[0];
  const className = isMarked ? 'wrap marked-block' : 'wrap';
  if (kind === 'warning' || kind === 'caution' || kind === 'note') {
    return (
      <div className={className}>
        <Notice kind={kind} text={block.text} />
      </div>
    );
  }
  const text = withQuantities(block, page);
  if (kind === 'heading') {
    return (
      <Text component="h2" fw={650} className={className}>
        {text}
      </Text>
    );
  }
  return (
    <Text component="p" m={0} pl={kind === 'list_item' ? 'md' : 0} className={className}>
      {text}
    </Text>
  );
}

/** Quantities with their value in SI units as title. */
function withQuantities(block: Block, { text, quantities }: Page): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = block.start;
  for (const { start, end, si } of quantities) {
    if (start < at || end > block.end) continue;
    const title = si ? `${[si.min, si.max].filter((value) => value !== null).join(' to ')} ${si.unit}` : undefined;
    parts.push(
      text.slice(at, start),
      <abbr key={start} title={title} className="quantity">
        {text.slice(start, end)}
      </abbr>,
    );
    at = end;
  }
  parts.push(text.slice(at, block.end));
  return parts;
}

/** Where the quote is in the text, whatever the white space. */
function rangeOf(text: string, quote: string | undefined): readonly [number, number] | null {
  const words = quote?.trim().split(/\s+/) ?? [];
  if (words.length === 0 || words[0] === '') return null;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const match = new RegExp(pattern).exec(text);
  return match ? [match.index, match.index + match[0].length] : null;
}
