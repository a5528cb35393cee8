import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#14606b'] });
const Url = Type.String({ examples: ['https://atrium.example/api/public/assets/…/logo.svg'] });
const NullableUrl = Nullable(Url);

const Colors = Named('PublicBrandingColors', { neutral: Color, primary: Color, sidebar: Color });
const Assets = Named('BrandingDefaultsAssets', { logo: Url, faviconPng32: Url, faviconIco: Url });

const UseDefault = Named('BrandingDefaultFlags', {
  neutral: Type.Boolean(),
  primary: Type.Boolean(),
  sidebar: Type.Boolean(),
  logo: Type.Boolean(),
  favicon: Type.Boolean(),
});

export const Branding = Named('Branding', {
  tenantUuid: Uuid,
  tenantName: Type.String(),
  stored: Named('BrandingStored', {
    version: Type.Integer({ description: '0 until the first confirm' }),
    colors: Colors,
    useDefault: UseDefault,
    assets: Named('BrandingStoredAssets', {
      logo: NullableUrl,
      faviconPng32: NullableUrl,
      faviconIco: NullableUrl,
    }),
  }),
  defaults: Named('BrandingDefaults', { colors: Colors, assets: Assets }),
  updatedAt: Nullable(RecordTime),
  updatedBy: Nullable(Type.String()),
});

/** A branding as it was published, in the form of `stored`. */
export const BrandingVersion = Named('BrandingHistory', {
  ...Branding.properties.stored.properties,
  publishedAt: RecordTime,
  publishedBy: Nullable(Type.String()),
  restoredVersion: Nullable(
    Type.Integer({ description: 'The version that this one published again, if it did' }),
  ),
  isCurrent: Type.Boolean(),
});

const AssetUrl = Type.Optional(Nullable(Type.String({ maxLength: 1000 })));

/** A change of a branding: an absent part stays as it is; null removes a colour or an asset. */
export const BrandingInput = Type.Object({
  colors: Type.Optional(
    Type.Partial(
      Type.Object({
        neutral: Nullable(Color),
        primary: Nullable(Color),
        sidebar: Nullable(Color),
      }),
    ),
  ),
  useDefault: Type.Optional(Type.Partial(UseDefault)),
  assets: Type.Optional(
    Type.Object({ logo: AssetUrl, faviconPng32: AssetUrl, faviconIco: AssetUrl }),
  ),
  versionHint: Type.Optional(
    Type.Integer({ description: 'The hint of init; also as ?versionHint= or If-Match' }),
  ),
});

export const AssetInit = Type.Object({
  files: Type.Array(
    Type.Object({
      type: Type.String({ maxLength: 20, description: 'logo or favicon', examples: ['logo'] }),
      ext: Type.String({
        maxLength: 10,
        description: 'logo: svg, png, jpg, webp; favicon: png, ico',
        examples: ['svg'],
      }),
    }),
    { minItems: 1, maxItems: 3 },
  ),
});

export const UploadSession = Type.Object({
  versionHint: Type.Integer(),
  uploads: Type.Array(
    Type.Object({
      type: Type.String(),
      ext: Type.String(),
      uploadUrl: Type.String({ description: 'Takes the file by PUT until expiresAt' }),
      finalUrl: Type.String({ description: 'To name the file in confirm' }),
      maxBytes: Type.Integer(),
      contentType: Type.String({ description: 'The Content-Type the PUT must have' }),
      expiresAt: RecordTime,
    }),
  ),
});

export const PublicBranding = Named('PublicBranding', {
  tenantUuid: Uuid,
  version: Type.Integer(),
  colors: Colors,
  assets: Named('PublicBrandingAssets', {
    logo: Url,
    favicon: Named('PublicBrandingAssetsFavicon', { png32: Url, ico: Url }),
  }),
  cache: Named('PublicBrandingCache', { ttlSeconds: Type.Integer() }),
});

export type BrandingView = Static<typeof Branding>;
export type BrandingVersionView = Static<typeof BrandingVersion>;
export type BrandingChanges = Static<typeof BrandingInput>;
export type AssetFiles = Static<typeof AssetInit>['files'];
export type PublicView = Static<typeof PublicBranding>;
