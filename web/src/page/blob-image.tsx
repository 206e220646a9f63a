import { useEffect, useRef, type ImgHTMLAttributes } from 'react';

interface BlobImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  blob: Blob;
  alt: string;
}

/** Page images need the access token, which `src` cannot send: they are fetched, and shown as blobs. */
export function BlobImage({ blob, alt, ...attributes }: BlobImageProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(blob);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  return <img ref={image} alt={alt} {...attributes} />;
}
