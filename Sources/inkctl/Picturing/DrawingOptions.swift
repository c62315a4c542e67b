internal import ArgumentParser
internal import InkExport

/// How `inkctl render` draws.
struct DrawingOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Draw wider lines where the pen was pressed harder.")
    var force = true

    @Flag(help: "Dot the ways of the lifted pen from stroke to stroke.")
    var penUp = false

    @Flag(help: "Colour the ink along time, with a legend.")
    var time = false

    @Option(
        help: ArgumentHelp(
            "Draw so many times as large as it was written; an ink of unknown size counts as 12 mm high.", valueName: "factor"))
    var scale: Double?

    @Option(help: ArgumentHelp("Let the ink fill this size in millimetres, such as 150x60.", valueName: "size"))
    var size: PageSize?

    @Option(help: ArgumentHelp("Inks side by side on a sheet.", valueName: "count"))
    var columns: Int?

    @Option(help: ArgumentHelp("Pixels per inch of PNG.", valueName: "number"))
    var resolution = 150.0

    func validate() throws {
        if let scale, !(0.001...1000).contains(scale) { throw ValidationError("--scale is \(scale): give 0.001 to 1000") }
        if let columns, !(1...1000).contains(columns) { throw ValidationError("--columns is \(columns): give 1 to 1000") }
        guard (1...2400).contains(resolution) else { throw ValidationError("--resolution is \(resolution): give 1 to 2400") }
        if scale != nil, size != nil { throw ValidationError("--scale and --size exclude each other: leave out one") }
    }

    /// For the library that draws.
    var options: PictureOptions {
        var options = PictureOptions()
        (options.followsForce, options.showsMoves, options.showsTime) = (force, penUp, time)
        (options.scale, options.columns, options.resolution) = (scale, columns, resolution)
        if let size { (options.width, options.height, options.isRoomExact) = (size.width, size.height, true) }
        return options
    }
}
