import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

/** A page of a revision; of the current one without `revision`. */
export interface PageOf {
  documentId: string;
  pageNumber: number;
  revision?: string | undefined;
}

const MAX_QUOTE = 2000;

const revisionQuery = (revision: string | undefined): { revision_id?: string } =>
  revision === undefined ? {} : { revision_id: revision };

export const pageQuery = ({ documentId, pageNumber, revision }: PageOf) =>
  queryOptions({
    queryKey: ['page', documentId, revision, pageNumber],
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId, number: pageNumber }, query: revisionQuery(revision) };
      return (await api.GET('/documents/{id}/pages/{number}', { params, signal })).data;
    },
  });

export const imageQuery = ({ documentId, pageNumber, revision }: PageOf, width: number) =>
  queryOptions({
    queryKey: ['image', documentId, revision, pageNumber, width],
    // Blobs are large: those that no screen shows are dropped soon.
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId, number: pageNumber }, query: { ...revisionQuery(revision), width } };
      return (await api.download('/documents/{id}/pages/{number}/image', { params, signal })).blob();
    },
  });

export const useRevisions = (documentId: string) =>
  useQuery({
    queryKey: ['revisions', documentId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId }, query: { limit: 100 } };
      return (await api.GET('/documents/{id}/revisions', { params, signal })).data;
    },
  });

export const useOutline = ({ documentId, revision }: PageOf, enabled: boolean) =>
  useQuery({
    queryKey: ['outline', documentId, revision],
    enabled,
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId }, query: revisionQuery(revision) };
      return (await api.GET('/documents/{id}/outline', { params, signal })).data.items;
    },
  });

/** Rectangles of the verbatim text on the page. */
export const highlightsQuery = ({ documentId, pageNumber, revision }: PageOf, quote: string | undefined) =>
  queryOptions({
    queryKey: ['highlights', documentId, revision, pageNumber, quote],
    enabled: quote !== undefined,
    queryFn: async ({ signal }) => {
      const query = { ...revisionQuery(revision), quote: quote?.slice(0, MAX_QUOTE) };
      const params = { path: { id: documentId, number: pageNumber }, query };
      return (await api.GET('/documents/{id}/pages/{number}/highlights', { params, signal })).data.rectangles;
    },
  });
