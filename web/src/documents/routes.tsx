export const documentRoutes = [] as const;
