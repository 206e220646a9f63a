import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect } from 'react';
import { Problem } from '../parts/problem.js';
import { BlobImage } from './blob-image.js';
import { TextLayer } from './text-layer.js';
import { imageQuery, pageQuery, type PageOf } from './use-page.js';

/** Widths that are asked for, so that few images are drawn and cached. Pixels. */
const WIDTHS = [600, 1000, 1600, 2400];
const A4 = { width: 595, height: 842 };

type Rectangle = Schema<'RectangleResponse'>;

/** Where the words of a comment are. */
export interface Mark {
  commentId: string;
  /** What it says. */
  text: string;
  rectangles: readonly Rectangle[];
}

interface PageViewProps {
  page: PageOf;
  data: Schema<'PageResponse'>;
  rectangles: readonly Rectangle[];
  /** Words that have comments. */
  marks?: readonly Mark[];
  onMark?: (commentId: string) => void;
  /** Number of the page that is probably opened next; it is read while this one is shown. */
  next?: number | undefined;
  zoom: number;
  /** Quarter turns to the right. */
  turns: number;
}

/** The image of a page, with rectangles laid over it. */
export function PageView({ page, data: text, rectangles, marks = [], onMark, next, zoom, turns }: PageViewProps) {
  const { ref, width: room } = useElementSize();
  const [width, height] = [text.width ?? A4.width, text.height ?? A4.height];
  const isTurned = turns % 2 === 1;
  const shownWidth = Math.max(0, Math.floor(room * zoom * (isTurned ? width / height : 1)));
  const wanted = shownWidth * window.devicePixelRatio;
  const pixels = WIDTHS.find((candidate) => candidate >= wanted) ?? WIDTHS.at(-1)!;
  const { data, error, refetch } = useQuery({
    ...imageQuery(page, pixels),
    enabled: room > 0,
    // The same page, while a sharper image of it is drawn. Never another one.
    placeholderData: (previous, query) => {
      const [, documentId, revision, pageNumber] = query?.queryKey ?? [];
      const isSame = documentId === page.documentId && revision === page.revision && pageNumber === page.pageNumber;
      return isSame ? previous : undefined;
    },
  });
  const isShown = data !== undefined;
  const client = useQueryClient();
  useEffect(() => {
    if (!isShown || next === undefined) return;
    const following = { documentId: page.documentId, revision: page.revision, pageNumber: next };
    void client.prefetchQuery(pageQuery(following));
    void client.prefetchQuery(imageQuery(following, pixels));
  }, [client, isShown, page.documentId, page.revision, next, pixels]);
  const shownHeight = (shownWidth * height) / width;
  const frame = { width: isTurned ? shownHeight : shownWidth, height: isTurned ? shownWidth : shownHeight };
  return (
    <div className="page-scroll" tabIndex={0} role="region" aria-label={`Image of page ${page.pageNumber}`}>
      <div ref={ref} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <div className="page-frame" style={frame}>
        <div
          className="page-sheet"
          style={{
            width: shownWidth,
            height: shownHeight,
            transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
          }}
        >
          {data ? (
            <BlobImage blob={data} alt={`Page ${page.pageNumber}`} className="page-image" />
          ) : (
            !error && <Skeleton width={shownWidth} height={shownHeight} radius={0} />
          )}
          <svg viewBox={`0 0 ${width} ${height}`} className="page-overlay" aria-hidden="true">
            {marks.map(({ commentId, rectangles: places }) => (
              <g key={commentId} className="comment-mark">
                <Places rectangles={places} />
              </g>
            ))}
            <Places rectangles={rectangles} />
            <TextLayer blocks={text.blocks} />
          </svg>
          {marks.map(({ commentId, text: comment, rectangles: [first] }) => (
            <button
              key={commentId}
              type="button"
              className="margin-mark"
              style={{ top: `${((first?.y ?? 0) / height) * 100}%` }}
              aria-label={`Comment: ${comment}`}
              title={comment}
              onClick={() => onMark?.(commentId)}
            >
              <span aria-hidden="true">✎</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

function Places({ rectangles }: { rectangles: readonly Rectangle[] }) {
  return rectangles.map(({ x, y, width, height }) => (
    <rect key={`${x} ${y} ${width}`} x={x - 1} y={y - 1} width={width + 2} height={height + 2} rx={1.5} />
  ));
}
