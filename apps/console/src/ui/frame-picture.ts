import { type ComponentType, createContext, type PropsWithChildren } from 'react';

type Frame = ComponentType<PropsWithChildren<{ isPhone?: boolean }>>;

/** The console's frame as a picture around a sample of a page, handed down by the frame itself. */
export const FramePicture = createContext<Frame | undefined>(undefined);
