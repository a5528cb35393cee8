import { readFileSync, writeFileSync } from 'node:fs';
import { cataloguePath, formattedCatalogue } from './write-catalogue.ts';
writeFileSync(cataloguePath, formattedCatalogue(readFileSync('apps/platform/schema.sql','utf8')));
