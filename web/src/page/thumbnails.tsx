import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BlobImage } from './blob-image.js';
import { imageQuery, type PageOf } from './use-page.js';

const WIDTH = 200;
/** On each side of the page. Each is a request when a page is opened, and one more when it is turned. */
const AROUND = 2;

/** The pages around the shown one. */
export function Thumbnails({ page, count }: { page: PageOf; count: number }) {
  const first = Math.max(1, Math.min(page.pageNumber - AROUND, count - 2 * AROUND));
  const numbers = Array.from({ length: Math.min(count, 2 * AROUND + 1) }, (_, index) => first + index);
  return (
    <nav aria-label="Pages" className="thumbnails">
      {numbers.map((number) => (
        <Thumbnail key={number} page={{ ...page, pageNumber: number }} isCurrent={number === page.pageNumber} />
      ))}
    </nav>
  );
}

function Thumbnail({ page, isCurrent }: { page: PageOf; isCurrent: boolean }) {
  const { data } = useQuery(imageQuery(page, WIDTH));
  return (
    <Link
      to="/documents/$documentId/pages/$pageNumber"
      params={{ documentId: page.documentId, pageNumber: String(page.pageNumber) }}
      search={page.revision === undefined ? {} : { revision: page.revision }}
      className="thumbnail"
      aria-label={`Page ${page.pageNumber}`}
      {...(isCurrent && { 'aria-current': 'page' })}
    >
      {data ? <BlobImage blob={data} alt="" width={92} /> : <Skeleton width={92} height={130} radius={2} />}
      <span aria-hidden="true">{page.pageNumber}</span>
    </Link>
  );
}
