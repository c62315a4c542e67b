internal import CCairo
internal import Ink

extension InkPicture {
    /// The picture as a file, on white paper. The same ink and options give the same bytes.
    ///
    /// - Throws: `ExportError` if it is too large for the format.
    public func data(as format: PictureFormat, options: PictureOptions = PictureOptions()) throws(ExportError) -> [UInt8] {
        let layout = PictureLayout(self, options: options)
        let file = PictureFile(width: layout.width, height: layout.height)
        return try file.data(as: format, options: options) { cairo in
            PictureDrawing(cairo: cairo, picture: self, layout: layout, options: options).draw()
        }
    }

    /// Several pictures as one file: a sheet of them, in their order.
    ///
    /// - Throws: `ExportError` if it is too large for the format.
    public static func sheet(
        of pictures: [InkPicture], as format: PictureFormat, options: PictureOptions = PictureOptions()
    ) throws(ExportError) -> [UInt8] {
        let sheet = ContactSheet(count: pictures.count, columns: options.columns)
        return try PictureFile(width: sheet.width, height: sheet.height).data(as: format, options: options) { cairo in
            for (index, picture) in pictures.enumerated() {
                let corner = sheet.corner(of: index)
                let layout = PictureLayout(picture, options: options, cell: ContactSheet.cell)
                cairo_save(cairo)
                cairo_translate(cairo, corner.x, corner.y)
                let drawing = PictureDrawing(cairo: cairo, picture: picture, layout: layout, options: options)
                drawing.drawFrame()
                drawing.draw()
                drawing.draw(number: index + 1)
                cairo_restore(cairo)
            }
        }
    }
}

extension PictureFile {
    fileprivate func data(
        as format: PictureFormat, options: PictureOptions, _ drawing: (OpaquePointer) -> Void
    ) throws(ExportError) -> [UInt8] {
        func onPaper(_ cairo: OpaquePointer) {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
            drawing(cairo)
        }
        switch format {
        case .png:
            return try png(resolution: options.resolution, maximumPixels: options.maximumPixels, isTransparent: false, onPaper)
        case .svg: return try svg(onPaper)
        case .pdf: return try pdf(onPaper)
        }
    }
}
