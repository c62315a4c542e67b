import Ink
import Testing

@testable import inkd_settings

@Suite struct PenPictureTests {
    @Test func `Each picture has a caption of its own, and its tip in the field`() {
        #expect(Set(PenPicture.allCases.map(\.caption)).count == PenPicture.allCases.count)
        let field = PenPicture.field
        for picture in PenPicture.allCases {
            #expect(picture.tip.x > field.x && picture.tip.x < field.right && picture.tip.y > field.y && picture.tip.y < field.bottom)
            // the pen ends within the picture
            #expect(picture.tip.x + 20 <= PenPicture.size.width && picture.tip.y - 35 >= 0)
        }
    }

    @Test func `The handwriting is in the field`() {
        let field = PenPicture.field
        #expect(PenPicture.handwriting.allSatisfy { $0.x > field.x && $0.x < field.right && $0.y > field.y && $0.y < field.bottom })
    }
}
