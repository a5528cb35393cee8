/** The reason why a file may not be published, in words for whoever uploaded it. */
export class ImageRefusal extends Error {
  override name = 'ImageRefusal';
}
